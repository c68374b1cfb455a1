extension ObservableType {
  /// Returns an observable sequence that sends no event and never ends.
  ///
  /// - Returns: An observable sequence without events. It does not retain its observers.
  public static func never() -> Observable<Element> {
    NeverProducer()
  }
}

final class NeverProducer<Element>: Observable<Element>, @unchecked Sendable {
  override func attach(_ observer: ObserverBase<Element>) -> DisposableObject {
    NopDisposable.shared
  }
}
