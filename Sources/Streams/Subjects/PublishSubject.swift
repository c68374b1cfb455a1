/// A subject that sends its observers what comes after they subscribed.
///
/// After an end it holds no observer, ignores further events and sends a late subscriber
/// the end at once; after `dispose()` it sends `RxError.disposed`.
public final class PublishSubject<Element>: SubjectBase<Element>, SubjectType, @unchecked Sendable {
  /// The type of the observer side: the subject itself.
  public typealias SubjectObserverType = PublishSubject<Element>

  /// A subject without observers.
  public override init() {}

  /// Returns itself.
  public func asObserver() -> PublishSubject<Element> { self }
}
