/// An observable sequence: something that can be subscribed to.
public protocol ObservableType<Element>: ObservableConvertibleType {
  /// Subscribes an observer.
  ///
  /// - Returns: What ends the subscription before the sequence does.
  func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element
}

extension ObservableType {
  public func asObservable() -> Observable<Element> {
    Observable.create { observer in self.subscribe(observer) }
  }
}
