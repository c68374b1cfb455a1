import Synchronization

/// A subject, as its subscriptions use it.
protocol SubscriptionOwner: AnyObject {
  /// A Boolean value indicating whether releases one observer.
  func unsubscribe(_ subscription: SubjectSubscription)

  /// A Boolean value indicating whether the subject has no observers and will have none.
  var isFinished: Bool { get }
}

/// The disposable of one subscription to a subject.
///
/// It refers to the subject weakly, so a subscription in a bag does not keep the subject alive.
/// After it was disposed nothing is delivered, including events that are already being delivered to
/// other observers.
final class SubjectSubscription: DisposableObject, Cancelable, @unchecked Sendable {
  /// The index of the observer in the low bits, and the flag `disposed` above them. In one word,
  /// they fit next to what tracing adds without making the object a size class larger.
  private let state = Atomic<UInt32>(0)
  private weak var subject: (any SubscriptionOwner)?

  /// The flag that stops delivery.
  private static let disposed: UInt32 = 1 << 31

  /// Creates a subscription. It is inlined into the generic subject, whose metadata would otherwise
  /// be looked up for the conversion.
  @inline(__always)
  init(subject: any SubscriptionOwner) {
    self.subject = subject
  }

  /// The index of the observer in the subject's bag. It is read and written under the subject's
  /// lock.
  var index: Int {
    get { Int(state.load(ordering: .relaxed) & ~SubjectSubscription.disposed) }
    set {
      precondition(newValue < SubjectSubscription.disposed, "A subject has too many observers.")
      // Adds the difference, so that a flag that is set meanwhile, without the lock, is kept.
      let difference = UInt32(newValue) &- UInt32(index)
      if difference != 0 { state.wrappingAdd(difference, ordering: .relaxed) }
    }
  }

  var isDisposed: Bool { state.load(ordering: .acquiring) & SubjectSubscription.disposed != 0 }

  override var isFinished: Bool { isDisposed || subject?.isFinished ?? true }

  override func dispose() {
    if raiseDisposed() { subject?.unsubscribe(self) }
  }

  /// Marks the subscription as disposed when its subject was disposed.
  func silence() { _ = raiseDisposed() }

  /// Sets the flag.
  ///
  /// - Returns: `true` for the first call.
  private func raiseDisposed() -> Bool {
    let disposed = SubjectSubscription.disposed
    return state.bitwiseOr(disposed, ordering: .acquiringAndReleasing).oldValue & disposed == 0
  }
}
