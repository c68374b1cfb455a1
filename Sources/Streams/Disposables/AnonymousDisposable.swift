/// A disposable that runs an action once.
///
/// The stored reference to the action is cleared before the action runs. The captures of the action
/// are therefore released even if the program keeps the disposable.
final class AnonymousDisposable: DisposableObject, Cancelable, @unchecked Sendable {
  typealias DisposeAction = () -> Void

  private let disposed = AtomicFlag(false)
  @safe @exclusivity(unchecked) private var action: DisposeAction?

  init(_ action: @escaping DisposeAction) {
    self.action = action
  }

  var isDisposed: Bool { disposed.load() }

  override var isFinished: Bool { isDisposed }

  override func dispose() {
    guard !disposed.exchange(true) else { return }
    action.take()?()
  }
}
