/// A replay subject that neither completes nor fails.
///
/// A relay retains the elements that it replays. It retains its observers until their subscriptions
/// are disposed.
public final class ReplayRelay<Element>: TracedObject, ObservableType, @unchecked Sendable {
  private let subject: ReplaySubject<Element>

  private init(_ subject: ReplaySubject<Element>) {
    self.subject = subject
  }

  /// Creates a relay that replays a limited number of elements.
  ///
  /// - Parameter bufferSize: The maximum number of elements that are kept; not negative.
  /// - Returns: A relay without elements.
  public static func create(bufferSize: Int) -> ReplayRelay<Element> {
    ReplayRelay(.create(bufferSize: bufferSize))
  }

  /// Creates a relay that replays all elements. All elements are retained until the relay is
  /// deallocated.
  ///
  /// - Returns: A relay without elements.
  public static func createUnbound() -> ReplayRelay<Element> {
    ReplayRelay(.createUnbounded())
  }

  /// Stores an element and sends it to all observers.
  ///
  /// - Parameter event: The element.
  public func accept(_ event: Element) {
    subject.onNext(event)
  }

  /// Subscribes an observer, which first receives the replayed elements.
  ///
  /// - Parameter observer: The observer. It is retained until the subscription is disposed.
  /// - Returns: The subscription. Disposing it releases the observer.
  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    subject.subscribe(observer)
  }

  /// Returns the relay as an observable sequence, without access to `accept(_:)`.
  ///
  /// - Returns: An observable sequence that starts with the replayed elements and never fails.
  public func asObservable() -> Observable<Element> { subject }

  /// Returns the relay as a sequence that does not fail.
  ///
  /// - Returns: An infallible sequence that first sends the replayed elements.
  public func asInfallible() -> Infallible<Element> { Infallible(asObservable()) }
}
