import Foundation

/// A type that runs a tool and returns its output.
///
/// Foundation's `Process` needs threads and a run loop, which do not exist in a forked process
/// (``ForkedProcess``); `posix_spawn` needs neither.
enum ToolOutput {
  /// Returns the standard output of the tool at `path`; `nil` if it cannot be run or fails.
  static func of(_ path: String, _ arguments: [String]) -> Data? {
    let pipe = Pipe()
    let writing = pipe.fileHandleForWriting.fileDescriptor
    guard let child = spawn(path, arguments, output: writing) else { return nil }
    try? pipe.fileHandleForWriting.close()
    let data = (try? pipe.fileHandleForReading.readToEnd()) ?? nil
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) == -1 && errno == EINTR {}
    return status == 0 ? data ?? Data() : nil
  }

  /// Starts the tool and discards its standard error.
  ///
  /// - Parameter input: Its standard input; empty by default.
  static func spawn(
    _ path: String, _ arguments: [String], input: Int32? = nil, output: Int32
  ) -> pid_t? {
    var actions = unsafe posix_spawn_file_actions_t()
    guard unsafe posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
    if let input {
      unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    let arguments = [path] + arguments
    var words: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { unsafe strdup($0) }
    defer { for index in unsafe words.indices { unsafe free(words[index]) } }
    unsafe words.append(nil)
    var child = pid_t()
    let status = unsafe posix_spawn(&child, path, &actions, nil, &words, environ)
    return status == 0 ? child : nil
  }
}
