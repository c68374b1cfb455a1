/// A behavior subject that never ends, so that its value can always be read.
public final class BehaviorRelay<Element>: TracedObject, ObservableType, @unchecked Sendable {
  private let subject: BehaviorSubject<Element>

  /// A relay whose value is, at first, the given one.
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

  /// Sends an element to all observers, and makes it the value.
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
