/// A disposable that only records whether it has been disposed.
public final class BooleanDisposable: DisposableObject, Cancelable, @unchecked Sendable {
  private let disposed: AtomicFlag

  /// Creates a disposable that has not been disposed.
  public override init() {
    disposed = AtomicFlag(false)
  }

  /// Creates a disposable.
  ///
  /// - Parameter isDisposed: Whether it is disposed from the start.
  public init(isDisposed: Bool) {
    disposed = AtomicFlag(isDisposed)
  }

  /// A Boolean value indicating whether the disposable has been disposed.
  public var isDisposed: Bool { disposed.load() }

  override var isFinished: Bool { isDisposed }

  /// Marks the disposable as disposed.
  public override func dispose() {
    disposed.store(true)
  }
}
