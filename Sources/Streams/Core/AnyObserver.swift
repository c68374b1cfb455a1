/// An observer of any type: what the closure of `Observable.create` gets.
///
/// Keeps what it sends to: the sink, inside `create`.
public struct AnyObserver<Element>: ObserverType, @unchecked Sendable {
  /// The type of a closure that receives events.
  public typealias EventHandler = (Event<Element>) -> Void

  private let observer: ObserverBase<Element>

  /// An observer that hands its events to a closure.
  public init(eventHandler: @escaping EventHandler) {
    observer = EventObserver(eventHandler)
  }

  /// An observer that hands its events to another.
  public init<Observer: ObserverType>(_ observer: Observer) where Observer.Element == Element {
    self.observer = observer.asObject
  }

  init(object: ObserverBase<Element>) {
    observer = object
  }

  /// Receives an event.
  public func on(_ event: Event<Element>) {
    observer.on(event)
  }

  /// Receives an element.
  public func onNext(_ element: Element) {
    observer.next(element)
  }

  /// Receives the failure.
  public func onError(_ error: any Error) {
    observer.error(error)
  }

  /// Receives the successful end.
  public func onCompleted() {
    observer.completed()
  }

  /// Returns itself.
  public func asObserver() -> AnyObserver<Element> { self }

  public var _observerObject: ObserverBase<Element>? { observer }
}

extension ObserverType {
  /// The observer with its type erased.
  public func asObserver() -> AnyObserver<Element> {
    AnyObserver(self)
  }

  /// An observer of other elements, which are transformed into this one's.
  ///
  /// An error that the transform throws is sent on as the failure.
  public func mapObserver<Result>(
    _ transform: @escaping (Result) throws -> Element
  ) -> AnyObserver<Result> {
    AnyObserver { event in self.on(event.map(transform)) }
  }
}
