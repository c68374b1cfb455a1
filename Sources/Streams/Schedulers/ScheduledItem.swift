/// A scheduled action. It is also the disposable that cancels it.
final class ScheduledItem: WaitingWork, Cancelable, @unchecked Sendable {
  private let lock = Lock()
  private var action: (() -> any Disposable)?
  private let disposable = SingleAssignmentDisposable()

  init(_ action: @escaping () -> any Disposable) {
    self.action = action
  }

  var isDisposed: Bool { disposable.isDisposed }

  override var isFinished: Bool { isDisposed }

  /// Releases the stored action and runs it.
  override func invoke() {
    guard let action = takeAction() else { return }
    disposable.set(action().asObject)
  }

  override func dispose() {
    _ = takeAction()
    disposable.dispose()
  }

  private func takeAction() -> (() -> any Disposable)? {
    lock.withLock {
      let action = self.action
      self.action = nil
      return action
    }
  }
}
