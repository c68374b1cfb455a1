import Foundation
import Synchronization

/// The maximum time that a matrix cell waits for another thread.
///
/// On a busy machine, it may take seconds until a thread runs. A cell that did not wait for the
/// thread would report a leak that does not exist. A cell that runs with a mutant often waits for
/// an event that never happens. There are thousands of such cells, so the time is shorter for
/// mutants.
///
/// A mistake in the library may leave objects in hundreds of cells, and each of these cells waits
/// for the release of its objects. Therefore, a wait that reaches the maximum time halves the
/// maximum time of later waits, down to the time for mutants. A run without such a wait is not
/// affected.
package final class WaitTimeout: Sendable {
  private static let shared = WaitTimeout(milliseconds: 5_000, atLeast: 250)

  private let milliseconds: Atomic<Int>
  private let shortest: Int

  /// - Parameters:
  ///   - milliseconds: The maximum time of the first wait.
  ///   - shortest: The limit, in milliseconds, below which the maximum time is not shortened.
  init(milliseconds: Int, atLeast shortest: Int) {
    self.milliseconds = Atomic(milliseconds)
    self.shortest = shortest
  }

  /// Shortens the maximum time for the rest of the process. Call this in a process that runs
  /// mutants.
  package static func shorten() {
    shared.milliseconds.store(shared.shortest, ordering: .relaxed)
  }

  /// Waits until the condition holds or the maximum time has elapsed.
  package static func wait(until condition: () -> Bool) { shared.wait(until: condition) }

  /// The maximum time of the next wait, in milliseconds.
  var limit: Int { milliseconds.load(ordering: .relaxed) }

  func wait(until condition: () -> Bool) {
    let time = limit
    let end = ContinuousClock.now + .milliseconds(time)
    while !condition() {
      guard ContinuousClock.now < end else {
        _ = milliseconds.compareExchange(
          expected: time, desired: max(shortest, time / 2), ordering: .relaxed)
        return
      }
      usleep(500)
    }
  }
}
