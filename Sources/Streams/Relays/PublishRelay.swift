/// A publish subject without an end.
///
/// A relay retains its observers until their subscriptions are disposed.
public final class PublishRelay<Element>: TracedObject, ObservableType, @unchecked Sendable {
  private let subject = PublishSubject<Element>()

  /// Creates a relay without observers.
  public override init() {}

  /// Sends an element to all observers.
  ///
  /// - Parameter event: The element.
  public func accept(_ event: Element) {
    subject.onNext(event)
  }

  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    subject.subscribe(observer)
  }

  /// Returns the relay as an observable sequence, without access to `accept(_:)`.
  public func asObservable() -> Observable<Element> { subject }

  /// Returns the relay as a sequence that does not fail.
  public func asInfallible() -> Infallible<Element> { Infallible(asObservable()) }
}
