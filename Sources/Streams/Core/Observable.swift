/// A sequence that sends any number of elements, then at most one end: a failure or a completion.
///
/// Subscribe with ``ObservableType/subscribe(onNext:onError:onCompleted:onDisposed:)`` to receive
/// events. A cold sequence starts its work when it is subscribed to, and repeats the work for each
/// subscription. A hot sequence, such as a subject, sends the same events to all its observers.
///
/// A sequence retains its sources and the closures of its operators. A running subscription retains
/// its observer, whether or not the program keeps the disposable that `subscribe` returned.
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

  /// Subscribes one of the library's own observers. Every concrete subclass must override this.
  @usableFromInline
  func attach(_ observer: ObserverBase<Element>) -> DisposableObject {
    preconditionFailure("\(type(of: self)) must override attach(_:).")
  }
}
