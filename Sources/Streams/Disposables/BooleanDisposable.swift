import Synchronization

/// A disposable without an action, whose state a program can read.
public final class BooleanDisposable: DisposableObject, Cancelable, @unchecked Sendable {
  private let disposed: Atomic<Bool>

  /// Creates a disposable that is not disposed.
  public override init() {
    disposed = Atomic(false)
  }

  /// Creates a disposable.
  ///
  /// - Parameter isDisposed: Whether it is disposed from the start.
  public init(isDisposed: Bool) {
    disposed = Atomic(isDisposed)
  }

  /// A Boolean value indicating whether the disposable has been disposed.
  public var isDisposed: Bool { disposed.load(ordering: .acquiring) }

  override var isFinished: Bool { isDisposed }

  /// Marks the disposable as disposed.
  public override func dispose() {
    disposed.store(true, ordering: .releasing)
  }
}
