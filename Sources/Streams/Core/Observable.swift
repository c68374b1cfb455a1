/// A sequence of elements that are sent to observers, followed by at most one end.
///
/// Nothing is sent until ``ObservableType/subscribe(onNext:onError:onCompleted:onDisposed:)`` is
/// called. A cold sequence does its work for each subscription. A hot sequence, such as a subject,
/// sends the same events to all its observers.
///
/// A sequence retains its sources and the closures of its operators. A running subscription retains
/// its observer, whether or not the program keeps the disposable.
public class Observable<Element>: TracedObject, ObservableType, @unchecked Sendable {
  /// Subscribes an observer.
  ///
  /// - Parameter observer: The observer, which is retained until the subscription ends.
  /// - Returns: A disposable that ends the subscription.
  public final func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    attach(observer.asObject)
  }

  /// Returns this sequence.
  ///
  /// - Returns: The sequence itself.
  @inlinable
  public final func asObservable() -> Observable<Element> { self }

  /// Subscribes an observer of the library. A subclass overrides only this function.
  @usableFromInline
  func attach(_ observer: ObserverBase<Element>) -> DisposableObject {
    preconditionFailure("\(type(of: self)) must override attach(_:).")
  }
}
