/// The disposable of one subscription to a producer. It disposes the sink and the sink's
/// subscription to its source once, and releases both.
///
/// The disposer and the sink retain each other on purpose, so that a running subscription stays
/// alive without an owner. Only this class breaks the cycle, no matter how the subscription ends.
///
/// `dispose()` may be called before or after `setSinkAndSubscription`, and on another thread. Each
/// of these functions sets a flag by an atomic OR, and the later call releases the sink and its
/// subscription. Neither of them leaks, even if the sequence ends before they are set.
final class SinkDisposer: DisposableObject, Cancelable, @unchecked Sendable {
  private enum Flag {
    static let disposed: UInt32 = 1
    static let sinkAndSubscriptionSet: UInt32 = 2
  }

  private let state = AtomicBits(0)
  @safe @exclusivity(unchecked) private var sink: DisposableObject?
  @safe @exclusivity(unchecked) private var subscription: DisposableObject?

  var isDisposed: Bool { state.load() & Flag.disposed != 0 }

  override var isFinished: Bool { isDisposed }

  /// Takes ownership of the sink and its subscription to the source. Call this once.
  func setSinkAndSubscription(sink: DisposableObject, subscription: DisposableObject) {
    self.sink = sink
    self.subscription = subscription

    let previous = raise(Flag.sinkAndSubscriptionSet)
    precondition(
      previous & Flag.sinkAndSubscriptionSet == 0,
      "The sink and the subscription were already set.")
    if previous & Flag.disposed != 0 {
      sink.dispose()
      subscription.dispose()
      self.sink = nil
      self.subscription = nil
    }
  }

  override func dispose() {
    let previous = raise(Flag.disposed)
    if previous & Flag.disposed != 0 { return }

    if previous & Flag.sinkAndSubscriptionSet != 0 {
      // Both references were set before `sinkAndSubscriptionSet`, and are not cleared yet.
      guard let sink = self.sink, let subscription = self.subscription else {
        preconditionFailure("The sink and the subscription were set, but are nil.")
      }
      sink.dispose()
      subscription.dispose()
      self.sink = nil
      self.subscription = nil
    }
  }

  private func raise(_ flag: UInt32) -> UInt32 {
    state.raise(flag)
  }
}
