import Foundation
import Synchronization

/// The maximum time that a matrix cell waits for another thread.
///
/// On a busy machine, it may take seconds until a thread runs. A cell that did not wait for the
/// thread would report a leak that does not exist. A cell that runs with a mutant often waits for
/// an event that never happens. There are thousands of such cells, so the time is shorter for
/// mutants.
package enum WaitTimeout {
  private static let milliseconds = Atomic(5_000)

  /// Shortens the maximum time for the rest of the process. Call this in a process that runs
  /// mutants.
  package static func shorten() { milliseconds.store(250, ordering: .relaxed) }

  /// Waits until the condition holds or the maximum time has elapsed.
  package static func wait(until condition: () -> Bool) {
    let end = Date.now.addingTimeInterval(
      Double(milliseconds.load(ordering: .relaxed)) / 1_000)
    while !condition(), Date.now < end { usleep(500) }
  }
}
