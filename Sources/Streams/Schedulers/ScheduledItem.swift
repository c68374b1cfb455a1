/// A scheduled action. Disposing the item cancels the action or, if the action has already run,
/// disposes the disposable that the action returned.
final class ScheduledItem: WaitingWork, Cancelable, @unchecked Sendable {
  private let lock = Lock()
  private var action: (() -> any Disposable)?
  private let disposable = SingleAssignmentDisposable()

  init(_ action: @escaping () -> any Disposable) {
    self.action = action
  }

  var isDisposed: Bool { disposable.isDisposed }

  override var isFinished: Bool { isDisposed }

  /// Clears the stored reference to the action and runs the action. Further calls have no effect.
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
