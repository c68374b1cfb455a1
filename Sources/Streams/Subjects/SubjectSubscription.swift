/// The members of a subject that its subscriptions use.
protocol SubscriptionOwner: AnyObject {
  /// Releases the observer of a subscription.
  func unsubscribe(_ subscription: SubjectSubscription)

  /// A Boolean value indicating whether the subject has no observers and will have none.
  var isFinished: Bool { get }
}

/// The disposable of one subscription to a subject.
///
/// It refers to the subject weakly, so a subscription in a `DisposeBag` does not keep the subject
/// alive. Once the subscription has been disposed, the subject skips its observer, even if an event
/// is already being delivered to other observers.
final class SubjectSubscription: DisposableObject, Cancelable, @unchecked Sendable {
  /// The index of the observer in the low bits, and the flag `disposed` in the highest bit. Both
  /// share 32 bits, so that the object stays in the same size class of the allocator even if
  /// `TRACE_RESOURCES` adds a property.
  private let state = AtomicBits(0)
  private weak var subject: (any SubscriptionOwner)?

  /// The flag that stops delivery.
  private static let disposed: UInt32 = 1 << 31

  /// Creates a subscription. The initializer is inlined, because the conversion of the generic
  /// subject to `SubscriptionOwner` would otherwise look up the subject's metadata at run time.
  @inline(__always)
  init(subject: any SubscriptionOwner) {
    self.subject = subject
  }

  /// The index of the observer in the subject's bag. It is read and written while the subject's
  /// lock is held.
  var index: Int {
    get { Int(state.load() & ~SubjectSubscription.disposed) }
    set {
      precondition(newValue < SubjectSubscription.disposed, "A subject has too many observers.")
      // Adding the difference keeps the `disposed` flag, which another thread may set meanwhile
      // without the lock.
      let difference = UInt32(newValue) &- UInt32(index)
      if difference != 0 { state.add(difference) }
    }
  }

  var isDisposed: Bool { state.load() & SubjectSubscription.disposed != 0 }

  override var isFinished: Bool { isDisposed || subject?.isFinished ?? true }

  override func dispose() {
    if raiseDisposed() { subject?.unsubscribe(self) }
  }

  /// Marks the subscription as disposed. The subject's `dispose()` calls this function.
  func markDisposed() { _ = raiseDisposed() }

  /// Sets the `disposed` flag.
  ///
  /// - Returns: `true` for the first call.
  private func raiseDisposed() -> Bool {
    let disposed = SubjectSubscription.disposed
    return state.raise(disposed) & disposed == 0
  }
}
