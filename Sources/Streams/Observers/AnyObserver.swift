/// A type-erased observer.
///
/// It retains the observer to which it passes events. The type-erased observer that the closure of
/// ``ObservableType/create(_:)`` receives therefore retains the objects of the subscription.
public struct AnyObserver<Element>: ObserverType, @unchecked Sendable {
  /// The type of a closure that receives events.
  public typealias EventHandler = (Event<Element>) -> Void

  private let observer: ObserverBase<Element>

  /// Creates an observer that passes every event to a closure, even after a failure or completion.
  ///
  /// - Parameter eventHandler: The closure that receives the events.
  public init(eventHandler: @escaping EventHandler) {
    observer = EventObserver(eventHandler)
  }

  /// Creates an observer that passes every event to another observer.
  ///
  /// - Parameter observer: The observer that receives the events. It is retained.
  public init<Observer: ObserverType>(_ observer: Observer) where Observer.Element == Element {
    self.observer = observer.asObject
  }

  init(object: ObserverBase<Element>) {
    observer = object
  }

  /// Passes an event to the underlying observer.
  ///
  /// - Parameter event: The event to pass on.
  public func on(_ event: Event<Element>) {
    observer.on(event)
  }

  /// Passes an element to the underlying observer.
  ///
  /// - Parameter element: The element to pass on.
  public func onNext(_ element: Element) {
    observer.next(element)
  }

  /// Passes a failure to the underlying observer.
  ///
  /// - Parameter error: The error to pass on.
  public func onError(_ error: any Error) {
    observer.error(error)
  }

  /// Passes a completion to the underlying observer.
  public func onCompleted() {
    observer.completed()
  }

  /// Returns this observer.
  ///
  /// - Returns: The observer itself.
  public func asObserver() -> AnyObserver<Element> { self }

  /// The underlying observer. The library passes elements to it without wrapping them in events.
  public var _observerObject: ObserverBase<Element>? { observer }
}

extension ObserverType {
  /// Returns this observer as a type-erased observer.
  ///
  /// - Returns: A type-erased observer that retains this observer and passes every event to it.
  public func asObserver() -> AnyObserver<Element> {
    AnyObserver(self)
  }

  /// Returns an observer that transforms the elements that it receives and passes them to this
  /// observer.
  ///
  /// Every event is passed on. An error that `transform` throws is passed on as a failure.
  ///
  /// - Parameter transform: A closure that returns the element for this observer.
  /// - Returns: An observer that retains this observer and `transform`.
  public func mapObserver<Result>(
    _ transform: @escaping (Result) throws -> Element
  ) -> AnyObserver<Result> {
    AnyObserver { event in self.on(event.map(transform)) }
  }
}
