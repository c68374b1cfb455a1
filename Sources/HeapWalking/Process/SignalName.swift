import Foundation

/// The names of the signals that often end a process or request an examination.
package enum SignalName {
  private static let names = [
    SIGHUP: "SIGHUP", SIGINT: "SIGINT", SIGQUIT: "SIGQUIT", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP",
    SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGKILL: "SIGKILL",
    SIGUSR1: "SIGUSR1", SIGSEGV: "SIGSEGV", SIGUSR2: "SIGUSR2", SIGPIPE: "SIGPIPE",
    SIGALRM: "SIGALRM", SIGTERM: "SIGTERM", SIGCONT: "SIGCONT", SIGXCPU: "SIGXCPU",
    SIGXFSZ: "SIGXFSZ", SIGWINCH: "SIGWINCH", SIGSYS: "SIGSYS",
  ]

  /// The signals that a process receives because of a mistake in its program.
  private static let crashes: Set = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS]

  /// Returns the name of a signal, such as `SIGILL`, or its number, such as `signal 77`, if the
  /// name is unknown.
  package static func name(of signal: Int32) -> String { names[signal] ?? "signal \(signal)" }

  /// Returns the number and the name of a signal, such as `signal 4 (SIGILL)`. The name is omitted
  /// if it is unknown.
  package static func description(of signal: Int32) -> String {
    "signal \(signal)" + (names[signal].map { " (\($0))" } ?? "")
  }

  /// Returns how a signal ended a process: `crashed with signal 4 (SIGILL)` or `was ended by signal
  /// 9 (SIGKILL)`.
  package static func ending(by signal: Int32) -> String {
    (crashes.contains(signal) ? "crashed with " : "was ended by ") + description(of: signal)
  }
}
