import Synchronization

/// A disposable that runs an action once.
///
/// The action has left its slot before it runs, so what it captured goes with it even if
/// the disposable is kept.
final class AnonymousDisposable: DisposableObject, Cancelable, @unchecked Sendable {
  typealias DisposeAction = () -> Void

  private let disposed = Atomic<Bool>(false)
  @safe @exclusivity(unchecked) private var action: DisposeAction?

  init(_ action: @escaping DisposeAction) {
    self.action = action
  }

  var isDisposed: Bool { disposed.load(ordering: .acquiring) }

  override var isFinished: Bool { isDisposed }

  override func dispose() {
    guard !disposed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    action.take()?()
  }
}
