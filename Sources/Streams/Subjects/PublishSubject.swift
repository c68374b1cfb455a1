/// A subject that sends its observers what comes after they subscribed.
///
/// After an end it holds no observer, ignores further events and sends a late subscriber
/// the end at once; after `dispose()` it sends `RxError.disposed`.
public final class PublishSubject<Element>: Observable<Element>, SubjectType, Cancelable,
  ObserverType, SubscriptionOwner, @unchecked Sendable
{
  /// The type of the observer side: the subject itself.
  public typealias SubjectObserverType = PublishSubject<Element>

  private let tracker = SynchronizationTracker()
  private let lock = Lock()
  private var observers = ObserverBag<Element>()
  private var termination: SubjectTermination?

  /// A subject without observers.
  public override init() {}

  /// Whether anybody is subscribed.
  public var hasObservers: Bool { lock.withLock { !observers.isEmpty } }

  public var isDisposed: Bool {
    lock.withLock {
      if case .disposed = termination { true } else { false }
    }
  }

  var isFinished: Bool { lock.withLock { termination != nil } }

  /// Sends an event to all observers.
  public func on(_ event: Event<Element>) {
    switch event {
    case .next(let element): onNext(element)
    case .error(let error): onError(error)
    case .completed: onCompleted()
    }
  }

  /// Sends an element to all observers.
  public func onNext(_ element: Element) {
    tracker.tracking {
      lock.withLock { observers }.forEach { $0.next(element) }
    }
  }

  /// Sends the failure to all observers and lets go of them.
  public func onError(_ error: any Error) {
    tracker.tracking {
      terminate(.error(error)).forEach { $0.error(error) }
    }
  }

  /// Sends the successful end to all observers and lets go of them.
  public func onCompleted() {
    tracker.tracking {
      terminate(.completed).forEach { $0.completed() }
    }
  }

  /// Returns itself.
  public func asObserver() -> PublishSubject<Element> { self }

  /// Lets go of all observers without a word.
  public func dispose() {
    let dropped = lock.withLock {
      let dropped = observers
      observers = ObserverBag()
      termination = .disposed
      return dropped
    }
    // Released after the lock: what the observers own may come back here.
    withExtendedLifetime(dropped) {}
  }

  override func attach(_ observer: ObserverBase<Element>) -> DisposableObject {
    var ending: SubjectTermination?
    let key: BagKey? = lock.withLock {
      ending = termination
      return ending == nil ? observers.insert(observer) : nil
    }
    if let key { return SubjectSubscription(subject: self, key: key) }
    switch ending {
    case .completed: observer.completed()
    case .error(let error): observer.error(error)
    case .disposed, nil: observer.error(RxError.disposed(object: self))
    }
    return NopDisposable.shared
  }

  func unsubscribe(_ key: BagKey) {
    // The removed observer is released after the lock.
    _ = lock.withLock { observers.removeKey(key) }
  }

  /// Ends the subject and returns the observers that must be told; none if it had ended.
  private func terminate(_ end: SubjectTermination) -> ObserverBag<Element> {
    lock.withLock {
      guard termination == nil else { return ObserverBag() }
      termination = end
      let told = observers
      observers = ObserverBag()
      return told
    }
  }
}
