import Foundation

/// A type that informs the user if this command waits for processes that a followed program left
/// running.
struct WaitForOthers {
  /// The number of seconds after which the message is printed.
  private static let delay = 2.0

  let program: String
  private var start: Date?
  private var isAnnounced = false

  init(program: String) { self.program = program }

  /// Records that the program has ended while other processes still run. Prints the message once,
  /// after the delay.
  mutating func notice() {
    let start = self.start ?? Date()
    self.start = start
    guard !isAnnounced, Date().timeIntervalSince(start) > Self.delay else { return }
    isAnnounced = true
    Console.printError(
      "leakcheck: \(program) has ended; waiting for the processes that it started (--follow)")
  }
}
