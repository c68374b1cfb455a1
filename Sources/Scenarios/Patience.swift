import Foundation
import Synchronization

/// The time for which a cell waits for another thread.
///
/// On a busy machine a thread may not run for seconds, and a cell that does not wait for it would
/// report a leak that does not exist. A cell that runs with a mutant often waits for an event that
/// never happens, and there are thousands of such cells, so the time is short for mutants.
package enum Patience {
  private static let milliseconds = Atomic(5_000)

  /// Shortens the time until the process ends.
  package static func shorten() { milliseconds.store(250, ordering: .relaxed) }

  /// Waits until the condition holds or the time is over.
  package static func wait(until condition: () -> Bool) {
    let end = Date.now.addingTimeInterval(
      Double(milliseconds.load(ordering: .relaxed)) / 1_000)
    while !condition(), Date.now < end { usleep(500) }
  }
}
