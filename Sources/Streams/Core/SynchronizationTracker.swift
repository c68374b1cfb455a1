import Synchronization

/// A detector of overlapping or nested calls to the `on(_:)` of one observer, for debug builds.
///
/// The events of a sequence must be sent one after another. This rule is broken if two threads send
/// at the same time, or if a handler causes its own source to send an event. Often the only symptom
/// is an unexpected order of events. In release builds the type is empty.
struct SynchronizationTracker: ~Copyable {
  #if DEBUG
    /// The thread that made the most recent call, or 0 before the first call.
    private let thread = Atomic<UInt>(0)
    /// The number of calls that are running on all threads.
    private let depth = Atomic<Int>(0)
  #endif

  init() {}

  /// Runs a closure, which counts as one `on(_:)` call.
  @inline(__always)
  borrowing func tracking(_ body: () -> Void) {
    #if DEBUG
      enter()
      defer { leave() }
    #endif
    body()
  }

  #if DEBUG
    private borrowing func enter() {
      let current = ThreadIdentity.current
      if depth.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue > 0 {
        Hooks.synchronizationAnomalyHandler(
          thread.load(ordering: .acquiring) == current
            ? SynchronizationTracker.reentrancyMessage : SynchronizationTracker.overlapMessage)
      }
      thread.store(current, ordering: .releasing)
    }

    private borrowing func leave() {
      depth.wrappingSubtract(1, ordering: .acquiringAndReleasing)
    }

    static let reentrancyMessage = """
      Reentrancy anomaly: an observable sequence sent an event while its observer was still \
      handling the previous event. Observe the sequence on another scheduler, or do not send \
      events from a handler.

      """

    static let overlapMessage = """
      Synchronization anomaly: two threads sent events of one observable sequence at the same \
      time. Serialize the events, for example with a lock or by observing on a serial scheduler.

      """
  #endif
}
