import Foundation
import Synchronization

/// The time for which a cell waits for what another thread has yet to do.
///
/// On a busy machine a thread may not run for seconds, and a cell that does not wait for it reports
/// a leak that does not exist. A mutant's cell often waits in vain, and there are thousands of them,
/// so with a mutant the time is short.
package enum Patience {
  private static let milliseconds = Atomic(5_000)

  /// Shortens the time for the rest of the process.
  package static func shorten() { milliseconds.store(250, ordering: .relaxed) }

  /// Returns when the condition holds, or else when the time is over.
  package static func wait(until condition: () -> Bool) {
    let end = Date.now.addingTimeInterval(
      Double(milliseconds.load(ordering: .relaxed)) / 1_000)
    while !condition(), Date.now < end { usleep(500) }
  }
}
