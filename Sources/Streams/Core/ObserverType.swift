/// Something that receives events.
public protocol ObserverType<Element> {
  /// The type of the elements it receives.
  associatedtype Element

  /// Receives an event.
  func on(_ event: Event<Element>)

  /// The observer itself if it is an observing object of the library, otherwise nil.
  ///
  /// The library passes elements from object to object, without making events of them;
  /// other people's observers take the default and are reached through an adapter.
  var _observerObject: ObserverBase<Element>? { get }
}

extension ObserverType {
  public var _observerObject: ObserverBase<Element>? { nil }
}

extension ObserverType {
  /// Receives an element.
  public func onNext(_ element: Element) {
    on(.next(element))
  }

  /// Receives the successful end.
  public func onCompleted() {
    on(.completed)
  }

  /// Receives the failure.
  public func onError(_ error: any Error) {
    on(.error(error))
  }
}

extension ObserverType where Element == Void {
  /// Receives an element that says nothing but that it came.
  public func onNext() {
    onNext(())
  }
}

extension ObserverType {
  /// The observer as an object of the library.
  var asObject: ObserverBase<Element> {
    _observerObject ?? ForeignObserver(self)
  }
}
