import Findings
import Foundation

/// The descriptor on which a child process sends its result to the parent process.
///
/// A matrix cell may print at any time; for example, the `debug` operator prints when it is
/// released. The output of cells is therefore discarded, so that standard output contains only the
/// result.
struct ResultChannel {
  private let descriptor: FileHandle

  /// Reserves standard output for the result; `nil` if standard output cannot be redirected.
  ///
  /// Call this before the first cell runs.
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

  /// Writes a part of the result immediately.
  func write(_ text: String) {
    // If the reader has closed its end of the pipe, SIGPIPE ends the process.
    descriptor.write(Data(text.utf8))
  }

  /// Writes an encoded value as one line. Ends the process if this fails, because the reader then
  /// cannot continue either.
  func send(line value: some Encodable) {
    do {
      let encoded = try JSONEncoder().encode(value)
      try descriptor.write(contentsOf: encoded + [UInt8(ascii: "\n")])
    } catch {
      Console.printError("leakcheck: a result cannot be sent: \(error)")
      _exit(ExitStatus.inconclusive)
    }
  }

  /// Writes an encoded result.
  func send(_ value: some Encodable) throws {
    try descriptor.write(contentsOf: JSONEncoder().encode(value))
  }
}

/// A type that discards standard output.
enum DiscardedOutput {
  /// Discards standard output until the process ends.
  ///
  /// - Returns: Whether standard output could be redirected.
  static func begin() -> Bool {
    fflush(nil)
    let nullDevice = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard nullDevice >= 0 else { return false }
    defer { close(nullDevice) }
    return dup2(nullDevice, STDOUT_FILENO) >= 0
  }

  /// Runs a closure and discards standard output while it runs.
  ///
  /// The closure runs even if standard output cannot be redirected.
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
