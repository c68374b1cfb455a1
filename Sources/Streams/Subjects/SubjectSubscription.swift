import Synchronization

/// A subject as its subscriptions see it.
protocol SubscriptionOwner: AnyObject {
  /// Lets go of one observer.
  func unsubscribe(_ key: BagKey)

  /// Whether the subject holds no observer any more and never will.
  var isFinished: Bool { get }
}

/// Ends one subscription to a subject.
///
/// It holds the subject weakly: a subscription in a bag does not keep a subject alive.
/// Once it was disposed, nothing is delivered any more, what is on its way included.
final class SubjectSubscription: DisposableObject, Cancelable, @unchecked Sendable {
  private let disposed = Atomic<Bool>(false)
  private weak var subject: (any SubscriptionOwner)?
  /// Names the observer in the subject's bag; set once, under the subject's lock.
  var key = BagKey(rawValue: .max)

  init(subject: any SubscriptionOwner) {
    self.subject = subject
  }

  var isDisposed: Bool { disposed.load(ordering: .acquiring) }

  override var isFinished: Bool { isDisposed || subject?.isFinished ?? true }

  override func dispose() {
    guard !disposed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    subject?.unsubscribe(key)
  }

  /// Marks the subscription as disposed when the subject itself was.
  func silence() {
    disposed.store(true, ordering: .releasing)
  }
}
