/// A publish subject that never ends.
public final class PublishRelay<Element>: TracedObject, ObservableType, @unchecked Sendable {
  private let subject = PublishSubject<Element>()

  /// A relay without observers.
  public override init() {}

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
