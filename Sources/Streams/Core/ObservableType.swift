/// An observable sequence. Operators are extensions of this protocol.
public protocol ObservableType<Element>: ObservableConvertibleType {
  /// Subscribes an observer.
  ///
  /// - Parameter observer: The observer that receives the events, up to and including the end.
  /// - Returns: A disposable that ends the subscription early. After `dispose()` has returned on a
  ///   thread, the observer receives no further event on that thread. An event that another thread
  ///   is already delivering is not interrupted.
  func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element
}

extension ObservableType {
  /// Returns an observable sequence that subscribes to this one.
  ///
  /// - Returns: An observable sequence. Each subscription to it makes one subscription to this
  ///   sequence, and disposing the former disposes the latter.
  public func asObservable() -> Observable<Element> {
    Observable.create { observer in self.subscribe(observer) }
  }
}
