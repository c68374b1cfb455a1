import Synchronization

/// Lets events through one at a time, and holds no lock while one is handled.
///
/// Whoever finds the gate open handles its event itself. Whoever finds somebody inside,
/// another thread or itself further up the stack, leaves the event in the queue and goes;
/// the one inside handles what was left before it goes too. So events are handled in the
/// order in which they came to the gate, and nobody ever waits: a handler may take any
/// lock, subscribe, dispose and send.
///
/// Nothing may be subscribed to inside: a source that sends for ever while it is being
/// subscribed to would only ever fill the queue.
///
/// Plumbing; not counted.
final class SerialGate: @unchecked Sendable {
  /// How many events are inside or wait; whoever raises it from 0 is inside.
  private let occupancy = Atomic<Int>(0)
  private let lock = Lock()
  @safe @exclusivity(unchecked) private var waiting: [() -> Void] = []

  init() {}

  /// Enters if nobody is inside; then `leave()` must follow.
  @inline(__always)
  func enter() -> Bool {
    occupancy.compareExchange(
      expected: 0, desired: 1, successOrdering: .acquiring, failureOrdering: .relaxed
    ).exchanged
  }

  /// Leaves, after having handled what came meanwhile.
  @inline(__always)
  func leave() {
    if occupancy.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue > 0 { drain() }
  }

  /// Leaves an event to whoever is inside, or handles it if nobody is any more.
  @inline(never)
  func enqueue(_ event: @escaping () -> Void) {
    if append(event) { drain() }
  }

  /// Leaves an event in the queue; if true, nobody is inside and `drain()` must follow.
  ///
  /// For those who come with a lock held, which gives their events an order, and drain
  /// after having released it.
  func append(_ event: @escaping () -> Void) -> Bool {
    lock.withLock {
      waiting.append(event)
      return occupancy.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue == 0
    }
  }

  /// Handles an event now, or leaves it to whoever is inside.
  func perform(_ event: @escaping () -> Void) {
    guard enter() else { return enqueue(event) }
    event()
    leave()
  }

  /// Handles what waits, for the one who is inside.
  @inline(never)
  func drain() {
    var handled: Int
    repeat {
      let batch = lock.withLock {
        let batch = waiting
        waiting = []
        return batch
      }
      handled = batch.count
      for event in batch { event() }
    } while occupancy.wrappingSubtract(handled, ordering: .acquiringAndReleasing).newValue > 0
  }
}
