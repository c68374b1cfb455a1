/// An object that serializes events without holding a lock while an event is handled.
///
/// If the gate is free, a thread handles its event itself. If another thread or a caller further up
/// the same stack occupies the gate, the event is appended to a queue, and the occupant handles the
/// event before it leaves the gate. Events are therefore handled in the order in which they reached
/// the gate. No thread waits, so the code that handles an event may acquire any lock, subscribe,
/// dispose and send events.
///
/// However, a sink must not subscribe to its own sources inside its gate. If such a source sent
/// elements endlessly before `subscribe` returned, the queue would grow without limit.
///
/// The resource registry does not count gates.
final class SerialGate: @unchecked Sendable {
  /// The number of events that are being handled or are queued. The thread that increments this
  /// number from 0 occupies the gate.
  private let occupancy = AtomicCount(0)
  private let lock = Lock()
  @safe @exclusivity(unchecked) private var waiting: [() -> Void] = []

  init() {}

  /// Occupies the gate if it is free.
  ///
  /// - Returns: Whether the caller now occupies the gate and must call `leave()`.
  @inline(__always)
  func enter() -> Bool {
    occupancy.incrementIfZero()
  }

  /// Handles the events that were queued since the caller entered, and leaves the gate.
  @inline(__always)
  func leave() {
    if occupancy.subtract(1) > 0 { drain() }
  }

  /// Queues an event for the occupant, or handles it if the gate has become free.
  @inline(never)
  func enqueue(_ event: @escaping () -> Void) {
    if append(event) { drain() }
  }

  /// Queues an event.
  ///
  /// If the caller's own lock determines the order of events, the caller must hold that lock during
  /// this call, and must release it before calling `drain()`.
  ///
  /// - Returns: Whether the caller now occupies the gate and must call `drain()`.
  func append(_ event: @escaping () -> Void) -> Bool {
    lock.withLock {
      waiting.append(event)
      return occupancy.add(1) == 1
    }
  }

  /// Handles an event now if the gate is free; otherwise queues the event for the occupant.
  func perform(_ event: @escaping () -> Void) {
    guard enter() else { return enqueue(event) }
    event()
    leave()
  }

  /// Handles the queued events and leaves the gate. Only the occupant may call this function.
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
    } while occupancy.subtract(handled) > 0
  }
}
