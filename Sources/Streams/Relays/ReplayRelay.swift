/// A replay subject that never ends.
public final class ReplayRelay<Element>: TracedObject, ObservableType, @unchecked Sendable {
  private let subject: ReplaySubject<Element>

  private init(_ subject: ReplaySubject<Element>) {
    self.subject = subject
  }

  /// A relay that remembers so many elements.
  public static func create(bufferSize: Int) -> ReplayRelay<Element> {
    ReplayRelay(.create(bufferSize: bufferSize))
  }

  /// A relay that remembers everything.
  public static func createUnbound() -> ReplayRelay<Element> {
    ReplayRelay(.createUnbounded())
  }

  /// Sends an element to all observers.
  public func accept(_ event: Element) {
    subject.onNext(event)
  }

  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    subject.subscribe(observer)
  }

  public func asObservable() -> Observable<Element> { subject }

  /// This relay as a sequence that never fails.
  public func asInfallible() -> Infallible<Element> { Infallible(asObservable()) }
}
