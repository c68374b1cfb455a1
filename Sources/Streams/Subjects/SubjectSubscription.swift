import Synchronization

/// A subject as its subscriptions see it.
protocol SubscriptionOwner: AnyObject {
  /// Lets go of one observer.
  func unsubscribe(_ subscription: SubjectSubscription)

  /// Whether the subject holds no observer any more and never will.
  var isFinished: Bool { get }
}

/// Ends one subscription to a subject.
///
/// It holds the subject weakly: a subscription in a bag does not keep a subject alive.
/// Once it was disposed, nothing is delivered any more, what is on its way included.
final class SubjectSubscription: DisposableObject, Cancelable, @unchecked Sendable {
  /// The place in the low bits and `disposed` above them: in one word they fit beside what
  /// tracing adds, so that an object is not a size class larger.
  private let state = Atomic<UInt32>(0)
  private weak var subject: (any SubscriptionOwner)?

  /// Once raised, nothing is delivered any more.
  private static let disposed: UInt32 = 1 << 31

  /// Inlined into the generic subject, which would otherwise have its metadata looked up to
  /// say what it is.
  @inline(__always)
  init(subject: any SubscriptionOwner) {
    self.subject = subject
  }

  /// Where the observer is in the subject's bag; read and set under the subject's lock.
  var place: Int {
    get { Int(state.load(ordering: .relaxed) & ~SubjectSubscription.disposed) }
    set {
      precondition(newValue < SubjectSubscription.disposed, "A subject has too many observers.")
      // The difference, so that the flag, which needs no lock, stays as it is meanwhile.
      let difference = UInt32(newValue) &- UInt32(place)
      if difference != 0 { state.wrappingAdd(difference, ordering: .relaxed) }
    }
  }

  var isDisposed: Bool { state.load(ordering: .acquiring) & SubjectSubscription.disposed != 0 }

  override var isFinished: Bool { isDisposed || subject?.isFinished ?? true }

  override func dispose() {
    if raiseDisposed() { subject?.unsubscribe(self) }
  }

  /// Marks the subscription as disposed when the subject itself was.
  func silence() { _ = raiseDisposed() }

  /// Sets the flag; true for the one who is first.
  private func raiseDisposed() -> Bool {
    let disposed = SubjectSubscription.disposed
    return state.bitwiseOr(disposed, ordering: .acquiringAndReleasing).oldValue & disposed == 0
  }
}
