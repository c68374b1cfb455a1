import Foundation

/// The wait for processes that a followed program left running, which is announced to the user.
struct WaitForOthers {
  /// The number of seconds before the announcement.
  private static let delay = 2.0

  let program: String
  private var start: Date?
  private var isAnnounced = false

  init(program: String) { self.program = program }

  /// Records that the program has ended and other processes have not.
  mutating func notice() {
    let start = self.start ?? Date()
    self.start = start
    guard !isAnnounced, Date().timeIntervalSince(start) > Self.delay else { return }
    isAnnounced = true
    Console.complain(
      "leakcheck: \(program) has ended; waiting for the processes that it started (--follow)")
  }
}
