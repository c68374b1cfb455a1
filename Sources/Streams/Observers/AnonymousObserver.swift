import Synchronization

/// The observer that `subscribe(onNext:onError:onCompleted:onDisposed:)` creates.
///
/// It calls no handler after an end, or after it was disposed.
@usableFromInline
final class AnonymousObserver<Element>: ObserverBase<Element>, @unchecked Sendable {
  private let isStopped = Atomic<Bool>(false)
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

  /// Subscribes to a sequence. Called once.
  @usableFromInline
  func subscribe(
    to source: Observable<Element>, onDisposed: (() -> Void)?
  ) -> any Disposable {
    if let onDisposed { self.onDisposed = AnonymousDisposable(onDisposed) }
    return BinaryDisposable(source.attach(self), self.onDisposed)
  }

  @usableFromInline
  override func next(_ element: Element) {
    guard !isStopped.load(ordering: .acquiring) else { return }
    onNext?(element)
  }

  @usableFromInline
  override func error(_ error: any Error) {
    guard stop() else { return }
    if let onError {
      onError(error)
    } else {
      Hooks.defaultErrorHandler(subscriptionCallStack, error)
    }
    onDisposed.dispose()
  }

  @usableFromInline
  override func completed() {
    guard stop() else { return }
    onCompleted?()
    onDisposed.dispose()
  }

  @usableFromInline
  override func dispose() { _ = stop() }

  private func stop() -> Bool {
    !isStopped.exchange(true, ordering: .acquiringAndReleasing)
  }
}
