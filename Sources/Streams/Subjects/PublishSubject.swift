/// A subject that sends each observer the events that occur after the observer subscribed.
///
/// Once the subject has ended, it retains no observer and ignores events, and each new observer
/// receives the failure or completion immediately. After `dispose()` a new observer receives
/// ``RxError/disposed(object:)``.
public final class PublishSubject<Element>: SubjectBase<Element>, SubjectType, @unchecked Sendable {
  /// The type of the observer that ``asObserver()`` returns.
  public typealias SubjectObserverType = PublishSubject<Element>

  /// Creates a subject without observers.
  public override init() {}

  /// Returns the subject as an observer.
  ///
  /// - Returns: The subject itself.
  public func asObserver() -> PublishSubject<Element> { self }
}
