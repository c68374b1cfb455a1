extension ObservableType {
  /// Returns an observable sequence that fails without sending an element.
  ///
  /// The failure is sent before `subscribe` returns, on the thread that subscribes.
  ///
  /// - Parameter error: The error to fail with.
  /// - Returns: An observable sequence that fails immediately with `error`.
  public static func error(_ error: any Error) -> Observable<Element> {
    ErrorProducer(error)
  }
}

final class ErrorProducer<Element>: Observable<Element>, @unchecked Sendable {
  private let error: any Error

  init(_ error: any Error) {
    self.error = error
  }

  override func attach(_ observer: ObserverBase<Element>) -> DisposableObject {
    observer.error(error)
    return NopDisposable.shared
  }
}
