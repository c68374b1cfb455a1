import Foundation

/// The descriptor on which a child process answers the process that started it.
///
/// A cell may print, at any time: the `debug` operator does when it is released. Standard
/// output therefore carries nothing but the answer, and what cells print is dropped.
struct Answer {
  private let descriptor: FileHandle

  /// Takes over standard output for the answer; `nil` if the process has no descriptor left.
  ///
  /// Must be called before the first cell runs.
  init?() {
    fflush(nil)
    let answer = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    guard answer >= 0 else { return nil }
    guard DiscardedOutput.begin() else {
      close(answer)
      return nil
    }
    descriptor = FileHandle(fileDescriptor: answer, closeOnDealloc: true)
  }

  /// Writes a part of the answer, at once.
  func write(_ text: String) {
    // Once the reader has closed its end, the process ends by SIGPIPE.
    descriptor.write(Data(text.utf8))
  }

  /// Sends the answer.
  func send(_ value: some Encodable) throws {
    try descriptor.write(contentsOf: JSONEncoder().encode(value))
  }
}

/// Standard output while it leads nowhere.
enum DiscardedOutput {
  /// Lets standard output lead nowhere for the rest of the process.
  ///
  /// - Returns: Whether it does.
  static func begin() -> Bool {
    fflush(nil)
    let nowhere = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard nowhere >= 0 else { return false }
    defer { close(nowhere) }
    return dup2(nowhere, STDOUT_FILENO) >= 0
  }

  /// Runs a closure while standard output leads nowhere.
  ///
  /// Where it cannot be redirected, the closure runs all the same.
  static func during<Value>(_ body: () throws -> Value) rethrows -> Value {
    fflush(nil)
    let kept = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    guard kept >= 0, begin() else { return try body() }
    defer {
      fflush(nil)
      dup2(kept, STDOUT_FILENO)
      close(kept)
    }
    return try body()
  }
}
