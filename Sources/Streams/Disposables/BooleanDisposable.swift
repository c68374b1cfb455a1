import Synchronization

/// A disposable that only remembers whether it was disposed.
public final class BooleanDisposable: DisposableObject, Cancelable, @unchecked Sendable {
  private let disposed: Atomic<Bool>

  /// A disposable that is not disposed.
  public override init() {
    disposed = Atomic(false)
  }

  /// A disposable that may be disposed from the start.
  public init(isDisposed: Bool) {
    disposed = Atomic(isDisposed)
  }

  public var isDisposed: Bool { disposed.load(ordering: .acquiring) }

  override var isFinished: Bool { isDisposed }

  public override func dispose() {
    disposed.store(true, ordering: .releasing)
  }
}
