import CRecorder
import Foundation

/// A type that starts tools.
///
/// Foundation's `Process` needs threads and a run loop, which do not exist in a forked process
/// (``ForkedProcess``); `posix_spawn` needs neither.
enum ToolProcess {
  /// Starts the tool and discards its standard error. Returns `nil` if the tool cannot be started.
  ///
  /// The tool inherits only the descriptors 0 to 2. If the tool had a copy of a pipe that the
  /// program created for another child process, the program might wait until the tool closes the
  /// pipe.
  ///
  /// - Parameter socket: The descriptor for the tool's standard input and output.
  static func spawn(_ path: String, _ arguments: [String], socket: Int32) -> pid_t? {
    // If a system call filter refuses to close the other descriptors, the tool inherits them.
    spawn(path, arguments, socket, closesOthers: true)
      ?? spawn(path, arguments, socket, closesOthers: false)
  }

  private static func spawn(
    _ path: String, _ arguments: [String], _ socket: Int32, closesOthers: Bool
  ) -> pid_t? {
    var actions = unsafe posix_spawn_file_actions_t()
    guard unsafe posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, socket, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, socket, 1)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    if closesOthers { unsafe closeOthers(&actions) }
    let arguments = [path] + arguments
    var words: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { unsafe strdup($0) }
    defer { for index in unsafe words.indices { unsafe free(words[index]) } }
    unsafe words.append(nil)
    var child = pid_t()
    let status = unsafe posix_spawn(&child, path, &actions, nil, &words, environ)
    return status == 0 ? child : nil
  }

  /// Closes all descriptors starting at 3 in the new process.
  private static func closeOthers(_ actions: inout posix_spawn_file_actions_t) {
    if unsafe lk_add_close_from(&actions, 3) { return }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    for descriptor in names.compactMap({ Int32($0) }) where descriptor >= 3 {
      unsafe _ = posix_spawn_file_actions_addclose(&actions, descriptor)
    }
  }
}
