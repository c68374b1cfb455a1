import Foundation

/// The names of the signals that end a process.
package enum SignalName {
  private static let names = [
    SIGILL: "SIGILL", SIGTRAP: "SIGTRAP", SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE",
    SIGKILL: "SIGKILL", SIGSEGV: "SIGSEGV", SIGTERM: "SIGTERM",
  ]

  /// Returns the name of a signal, such as `SIGILL`; `nil` for a signal that rarely ends a process.
  package static func of(_ signal: Int32) -> String? { names[signal] }
}
