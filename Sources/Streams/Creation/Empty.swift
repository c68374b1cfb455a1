extension ObservableType {
  /// A sequence that completes without an element.
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
