import Foundation

/// The names of the signals that end a process.
package enum SignalName {
  private static let names = [
    SIGILL: "SIGILL", SIGTRAP: "SIGTRAP", SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE",
    SIGKILL: "SIGKILL", SIGSEGV: "SIGSEGV", SIGTERM: "SIGTERM",
  ]

  /// Returns the name of a signal, such as `SIGILL`, or its number, such as `signal 77`, if the
  /// signal rarely ends a process.
  package static func name(of signal: Int32) -> String { names[signal] ?? "signal \(signal)" }

  /// Returns the number and the name of a signal, such as `signal 4 (SIGILL)`. The name is omitted
  /// if the signal rarely ends a process.
  package static func description(of signal: Int32) -> String {
    "signal \(signal)" + (names[signal].map { " (\($0))" } ?? "")
  }
}
