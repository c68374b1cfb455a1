import Synchronization

/// The observer that `subscribe(onNext:onError:onCompleted:onDisposed:)` makes.
///
/// After an end, or after it was disposed, it hands nothing to its handlers.
final class AnonymousObserver<Element>: ObserverBase<Element>, @unchecked Sendable {
  private let isStopped = Atomic<Bool>(false)
  private let onNext: ((Element) -> Void)?
  private let onError: ((any Error) -> Void)?
  private let onCompleted: (() -> Void)?
  private let onDisposed: DisposableObject
  private let subscriptionCallStack: [String]

  init(
    onNext: ((Element) -> Void)?, onError: ((any Error) -> Void)?, onCompleted: (() -> Void)?,
    onDisposed: DisposableObject
  ) {
    self.onNext = onNext
    self.onError = onError
    self.onCompleted = onCompleted
    self.onDisposed = onDisposed
    subscriptionCallStack = Hooks.subscriptionCallStack()
  }

  override func next(_ element: Element) {
    guard !isStopped.load(ordering: .acquiring) else { return }
    onNext?(element)
  }

  override func error(_ error: any Error) {
    guard stop() else { return }
    if let onError {
      onError(error)
    } else {
      Hooks.defaultErrorHandler(subscriptionCallStack, error)
    }
    onDisposed.dispose()
  }

  override func completed() {
    guard stop() else { return }
    onCompleted?()
    onDisposed.dispose()
  }

  override func dispose() { _ = stop() }

  private func stop() -> Bool {
    !isStopped.exchange(true, ordering: .acquiringAndReleasing)
  }
}
