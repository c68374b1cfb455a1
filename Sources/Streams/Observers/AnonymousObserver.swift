/// The observer that `subscribe(onNext:onError:onCompleted:onDisposed:)` creates.
///
/// It does not guard against events that follow a failure or completion, because the sinks, the
/// subjects and the sequences without a sink, such as `Just` and `Empty`, never send such events.
@usableFromInline
final class AnonymousObserver<Element>: ObserverBase<Element>, @unchecked Sendable {
  private let onNext: ((Element) -> Void)?
  private let onError: ((any Error) -> Void)?
  private let onCompleted: (() -> Void)?
  @safe @exclusivity(unchecked) private var onDisposed: DisposableObject = NopDisposable.shared
  private let subscriptionCallStack: [String]

  @usableFromInline
  init(
    onNext: ((Element) -> Void)?, onError: ((any Error) -> Void)?, onCompleted: (() -> Void)?
  ) {
    self.onNext = onNext
    self.onError = onError
    self.onCompleted = onCompleted
    subscriptionCallStack = Hooks.subscriptionCallStack()
  }

  /// Subscribes to a sequence. Call this once.
  @usableFromInline
  func subscribe(
    to source: Observable<Element>, onDisposed: (() -> Void)?
  ) -> any Disposable {
    if let onDisposed { self.onDisposed = AnonymousDisposable(onDisposed) }
    return BinaryDisposable(source.attach(self), self.onDisposed)
  }

  @usableFromInline
  override func next(_ element: Element) {
    onNext?(element)
  }

  @usableFromInline
  override func error(_ error: any Error) {
    if let onError {
      onError(error)
    } else {
      Hooks.defaultErrorHandler(subscriptionCallStack, error)
    }
    onDisposed.dispose()
  }

  @usableFromInline
  override func completed() {
    onCompleted?()
    onDisposed.dispose()
  }
}
