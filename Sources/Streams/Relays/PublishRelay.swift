/// A publish subject that neither completes nor fails.
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

  /// Subscribes an observer to the elements that the relay accepts after the subscription.
  ///
  /// - Parameter observer: The observer. It is retained until the subscription is disposed.
  /// - Returns: The subscription. Disposing it releases the observer.
  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    subject.subscribe(observer)
  }

  /// Returns the relay as an observable sequence, without access to `accept(_:)`.
  ///
  /// - Returns: An observable sequence of the elements that the relay accepts. It does not fail.
  public func asObservable() -> Observable<Element> { subject }

  /// Returns the relay as a sequence that does not fail.
  ///
  /// - Returns: An infallible sequence of the elements that the relay accepts.
  public func asInfallible() -> Infallible<Element> { Infallible(asObservable()) }
}
