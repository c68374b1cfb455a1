/// A behavior subject that neither completes nor fails, and whose value can always be read.
///
/// A relay retains its observers until their subscriptions are disposed.
public final class BehaviorRelay<Element>: TracedObject, ObservableType, @unchecked Sendable {
  private let subject: BehaviorSubject<Element>

  /// Creates a relay.
  ///
  /// - Parameter value: The first value.
  public init(value: Element) {
    subject = BehaviorSubject(value: value)
  }

  /// The latest element.
  public var value: Element {
    do {
      return try subject.value()
    } catch {
      preconditionFailure("A relay's subject never ends, but it threw \(error).")
    }
  }

  /// Stores an element as the value and sends it to all observers.
  ///
  /// - Parameter event: The element.
  public func accept(_ event: Element) {
    subject.onNext(event)
  }

  /// Subscribes an observer, which first receives the current value.
  ///
  /// - Parameter observer: The observer. It is retained until the subscription is disposed.
  /// - Returns: The subscription. Disposing it releases the observer.
  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    subject.subscribe(observer)
  }

  /// Returns the relay as an observable sequence, without access to `accept(_:)`.
  ///
  /// - Returns: An observable sequence that first sends the current value and does not fail.
  public func asObservable() -> Observable<Element> { subject }

  /// Returns the relay as a sequence that does not fail.
  ///
  /// - Returns: An infallible sequence that first sends the current value.
  public func asInfallible() -> Infallible<Element> { Infallible(asObservable()) }
}
