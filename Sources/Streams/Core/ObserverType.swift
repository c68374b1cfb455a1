/// A receiver of events.
///
/// A conforming type needs to implement only ``on(_:)``.
public protocol ObserverType<Element> {
  /// The type of the elements that are received.
  associatedtype Element

  /// Receives an event. A sequence sends its events one at a time, and none after it has ended.
  ///
  /// - Parameter event: The element, failure or completion that the observer receives.
  func on(_ event: Event<Element>)

  /// The ``ObserverBase`` that this observer is or wraps, or `nil` if there is none.
  ///
  /// Objects of this class pass elements to each other without wrapping them in events. Other
  /// observers, such as subjects and observers that a program defines, are wrapped in an adapter.
  var _observerObject: ObserverBase<Element>? { get }
}

extension ObserverType {
  /// The default value, `nil`. ``ObserverBase`` and ``AnyObserver`` return an observer.
  public var _observerObject: ObserverBase<Element>? { nil }
}

extension ObserverType {
  /// Sends an element to the observer.
  ///
  /// - Parameter element: The element.
  public func onNext(_ element: Element) {
    on(.next(element))
  }

  /// Sends a completion to the observer.
  public func onCompleted() {
    on(.completed)
  }

  /// Sends a failure to the observer.
  ///
  /// - Parameter error: The error that ends the sequence.
  public func onError(_ error: any Error) {
    on(.error(error))
  }
}

extension ObserverType where Element == Void {
  /// Sends the element `()` to the observer.
  public func onNext() {
    onNext(())
  }
}

extension ObserverType {
  /// The `ObserverBase` that this observer is or wraps, otherwise an adapter that calls it.
  var asObject: ObserverBase<Element> {
    _observerObject ?? ForeignObserver(self)
  }
}
