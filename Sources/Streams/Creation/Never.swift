extension ObservableType {
  /// A sequence that sends nothing, ever.
  public static func never() -> Observable<Element> {
    NeverProducer()
  }
}

final class NeverProducer<Element>: Observable<Element>, @unchecked Sendable {
  override func attach(_ observer: ObserverBase<Element>) -> DisposableObject {
    NopDisposable.shared
  }
}
