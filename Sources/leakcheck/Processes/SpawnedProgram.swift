import Foundation
import Synchronization

/// A program that runs in place of this one: in the same terminal, with the same input and
/// output, and with the signals that this process is sent.
struct SpawnedProgram {
  /// How it ended.
  enum Ending: Equatable {
    case status(Int32)
    case signal(Int32)
  }

  let process: pid_t
  /// The program that signals are passed on to.
  private static let current = Atomic<pid_t>(0)

  /// Starts the program.
  ///
  /// - Throws: ``UsageError`` where it cannot be started.
  init(
    _ executable: URL, arguments: [String], environment: [String: String]
  ) throws(UsageError) {
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe _ = posix_spawnattr_destroy(&attributes) }
    // The program is not to ignore what this process does.
    var defaults = sigset_t()
    unsafe sigemptyset(&defaults)
    for signal in Self.passedOn { unsafe sigaddset(&defaults, signal) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    Self.passSignalsOn()
    var process = pid_t()
    let words = [executable.path] + arguments
    let variables = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let status = unsafe Self.withCStrings(words) { words in
      unsafe Self.withCStrings(variables) { variables in
        unsafe posix_spawn(&process, executable.path, nil, &attributes, words, variables)
      }
    }
    guard status == 0 else {
      let reason = unsafe String(cString: strerror(status))
      throw UsageError("'\(executable.path)' could not be started: \(reason)")
    }
    self.process = process
    Self.current.store(process, ordering: .releasing)
  }

  /// How it ended; `nil` while it runs.
  func ending() -> Ending? {
    var status: Int32 = 0
    guard unsafe waitpid(process, &status, WNOHANG) == process else { return nil }
    Self.current.store(0, ordering: .releasing)
    return status & 0x7F == 0 ? .status(status >> 8 & 0xFF) : .signal(status & 0x7F)
  }

  private static let passedOn = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  /// A signal from the terminal reaches the program by itself; one that a process sends
  /// reaches this process only.
  private static func passSignalsOn() {
    for signal in passedOn {
      var action = sigaction()
      unsafe action.__sigaction_handler.sa_sigaction = { signal, info, _ in
        let sender = unsafe info?.pointee.si_code
        let program = SpawnedProgram.current.load(ordering: .acquiring)
        // SI_USER or SI_TKILL: by kill, not by the kernel.
        if let sender, sender <= 0, program > 0 { kill(program, signal) }
      }
      action.sa_flags = SA_SIGINFO | SA_RESTART
      unsafe sigaction(signal, &action, nil)
    }
  }

  private static func withCStrings<Value>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
  ) -> Value {
    var words: [UnsafeMutablePointer<CChar>?] = unsafe strings.map { unsafe strdup($0) }
    unsafe words.append(nil)
    defer { for index in unsafe words.indices { unsafe free(words[index]) } }
    return unsafe body(words)
  }
}
