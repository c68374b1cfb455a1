import Synchronization

/// Ends one subscription of a producer: disposes the sink and its subscription once, and
/// lets go of both.
///
/// The disposer and the sink refer to each other on purpose: nobody else needs to hold a
/// running subscription. The circle is opened here and nowhere else, however the
/// subscription ends.
///
/// Ending and setting the pair may come in either order and on two threads. Each sets its
/// flag by fetch-or, and whichever comes second does the releasing; so a sequence that
/// ends before the pair is set leaks nothing.
final class SinkDisposer: DisposableObject, Cancelable, @unchecked Sendable {
  private enum Flag {
    static let disposed: UInt32 = 1
    static let sinkAndSubscriptionSet: UInt32 = 2
  }

  private let state = Atomic<UInt32>(0)
  @safe @exclusivity(unchecked) private var sink: DisposableObject?
  @safe @exclusivity(unchecked) private var subscription: DisposableObject?

  var isDisposed: Bool { state.load(ordering: .acquiring) & Flag.disposed != 0 }

  override var isFinished: Bool { isDisposed }

  /// Takes over what it disposes; called once.
  func setSinkAndSubscription(sink: DisposableObject, subscription: DisposableObject) {
    self.sink = sink
    self.subscription = subscription

    let previous = raise(Flag.sinkAndSubscriptionSet)
    precondition(
      previous & Flag.sinkAndSubscriptionSet == 0, "Sink and subscription were already set.")
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
      // Set before the flag was raised, and cleared by nobody but the one who comes here.
      guard let sink = self.sink, let subscription = self.subscription else {
        preconditionFailure("Sink and subscription were set and are not there.")
      }
      sink.dispose()
      subscription.dispose()
      self.sink = nil
      self.subscription = nil
    }
  }

  private func raise(_ flag: UInt32) -> UInt32 {
    state.bitwiseOr(flag, ordering: .acquiringAndReleasing).oldValue
  }
}
