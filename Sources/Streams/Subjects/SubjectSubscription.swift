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
final class SubjectSubscription: DisposableObject, Cancelable, @unchecked Sendable {
  private let disposed = Atomic<Bool>(false)
  private weak var subject: (any SubscriptionOwner)?
  private let key: BagKey

  init(subject: any SubscriptionOwner, key: BagKey) {
    self.subject = subject
    self.key = key
  }

  var isDisposed: Bool { disposed.load(ordering: .acquiring) }

  override var isFinished: Bool { isDisposed || subject?.isFinished ?? true }

  override func dispose() {
    guard !disposed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    subject?.unsubscribe(key)
  }
}
