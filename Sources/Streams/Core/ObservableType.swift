/// An observable sequence. Extensions of this protocol define the operators.
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
  /// - Returns: An observable sequence. Subscribing to it also subscribes to this sequence, and
  ///   disposing that subscription also disposes the subscription to this sequence.
  public func asObservable() -> Observable<Element> {
    Observable.create { observer in self.subscribe(observer) }
  }
}
