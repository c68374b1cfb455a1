extension ObservableType {
  /// Returns an observable sequence that completes without sending an element.
  ///
  /// The completion is sent before `subscribe` returns, on the thread that subscribes.
  ///
  /// - Returns: An observable sequence that completes immediately.
  public static func empty() -> Observable<Element> {
    Empty()
  }
}

final class Empty<Element>: Observable<Element>, @unchecked Sendable {
  override func attach(_ observer: ObserverBase<Element>) -> DisposableObject {
    observer.completed()
    return NopDisposable.shared
  }
}
