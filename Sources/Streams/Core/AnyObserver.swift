/// An observer of any type: what the closure of `Observable.create` gets.
///
/// Keeps what it sends to: the sink, inside `create`.
public struct AnyObserver<Element>: ObserverType, @unchecked Sendable {
  /// The type of a closure that receives events.
  public typealias EventHandler = (Event<Element>) -> Void

  private let observer: ObserverBase<Element>

  /// Creates an observer that passes every event to a closure, events after an end included.
  ///
  /// - Parameter eventHandler: The closure that receives the events.
  public init(eventHandler: @escaping EventHandler) {
    observer = HandlerObserver(eventHandler)
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

  /// Returns an observer that transforms the elements it receives and passes them to this one.
  ///
  /// Every event is passed on. An error that `transform` throws is passed on as a failure.
  ///
  /// - Parameter transform: Returns the element of this observer for one that was received.
  public func mapObserver<Result>(
    _ transform: @escaping (Result) throws -> Element
  ) -> AnyObserver<Result> {
    AnyObserver { event in self.on(event.map(transform)) }
  }
}
