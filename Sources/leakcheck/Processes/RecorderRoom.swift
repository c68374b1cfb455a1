import Foundation

/// The address space that a limit (`RLIMIT_AS`) leaves for loading the recorder into a program.
///
/// The dynamic loader ends a program if a library that the recorder needs does not fit into the
/// address space. This is checked before the program starts, so that the program can run without
/// the recorder instead.
struct RecorderRoom {
  /// The reason why a program without room for the recorder is not examined.
  static let reason =
    "the address-space limit (RLIMIT_AS) leaves no room for the recorder, so the program ran "
    + "without the recorder"

  private let executable: URL
  private let linkage: ProgramFile.Linkage

  init(of executable: URL, _ linkage: ProgramFile.Linkage) {
    self.executable = executable
    self.linkage = linkage
  }

  /// Returns whether to start the program with the recorder.
  ///
  /// The result is `false` only if the address space is limited, and the dynamic loader can load
  /// all libraries of the program without the recorder, but not in the given environment. A loader
  /// that cannot be started counts as able to load the libraries.
  func suffices(with environment: [String: String]) -> Bool {
    guard Self.isLimited, linkage == .dynamic || linkage == .staticRuntime else { return true }
    return loads(with: environment) || !loads(with: ProcessInfo.processInfo.environment)
  }

  private static var isLimited: Bool {
    var limit = rlimit()
    return unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0
      && limit.rlim_cur != rlim_t.max
  }

  /// Returns whether the dynamic loader can load the program's libraries; `true` if the loader
  /// cannot be started.
  ///
  /// The loader only lists the libraries, so it runs no code of the program or its libraries
  /// (ld.so(8), LD_TRACE_LOADED_OBJECTS). Foundation's `Process` is not used, because it starts a
  /// thread, and the limit may leave no room for the stack of the thread.
  private func loads(with environment: [String: String]) -> Bool {
    let listing = environment.merging(["LD_TRACE_LOADED_OBJECTS": "1"]) { $1 }
    var actions = unsafe posix_spawn_file_actions_t()
    guard unsafe posix_spawn_file_actions_init(&actions) == 0 else { return true }
    defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
    for stream in STDIN_FILENO...STDERR_FILENO {
      unsafe posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
    }
    var words: [UnsafeMutablePointer<CChar>?] = unsafe [strdup(executable.path), nil]
    var variables: [UnsafeMutablePointer<CChar>?] = unsafe listing.map {
      unsafe strdup("\($0.key)=\($0.value)")
    }
    unsafe variables.append(nil)
    defer { unsafe (words + variables).forEach { unsafe free($0) } }
    var child = pid_t()
    guard unsafe posix_spawn(&child, executable.path, &actions, nil, &words, variables) == 0 else {
      return true
    }
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { return true }
    }
    return status == 0
  }
}
