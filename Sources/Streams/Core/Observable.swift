/// An observable sequence of elements.
///
/// Operators and sources derive from it and say in `attach(_:)` how a subscription is
/// made; `subscribe` only brings the observer into the form that the library uses inside.
public class Observable<Element>: TracedObject, ObservableType, @unchecked Sendable {
  public final func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    attach(observer.asObject)
  }

  @inlinable
  public final func asObservable() -> Observable<Element> { self }

  /// Subscribes an observing object.
  @usableFromInline
  func attach(_ observer: ObserverBase<Element>) -> DisposableObject {
    preconditionFailure("\(type(of: self)) does not say how it is subscribed to.")
  }
}
