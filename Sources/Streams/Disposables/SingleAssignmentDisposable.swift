/// A disposable of another that is set once, later, perhaps after it was disposed.
public final class SingleAssignmentDisposable: DisposableObject, Cancelable, @unchecked Sendable {
  private let lock = Lock()
  @safe @exclusivity(unchecked) private var current: DisposableObject?
  @safe @exclusivity(unchecked) private var wasSet = false
  @safe @exclusivity(unchecked) private var disposed = false

  /// A disposable of nothing yet.
  public override init() {}

  public var isDisposed: Bool { lock.withLock { disposed } }

  override var isFinished: Bool { isDisposed }

  /// The underlying disposable; a disposable that does nothing until it is set and after
  /// it was disposed.
  ///
  /// Setting it after `dispose()` disposes the new one at once. Setting it twice is a
  /// programmer's error.
  public var disposable: any Disposable {
    get { lock.withLock { current }?.asDisposable ?? Disposables.create() }
    set { setDisposable(newValue) }
  }

  /// Sets the underlying disposable.
  public func setDisposable(_ disposable: any Disposable) {
    set(disposable.asObject)
  }

  func set(_ disposable: DisposableObject) {
    let isLate = lock.withLock {
      precondition(!wasSet, "SingleAssignmentDisposable: the disposable was set twice.")
      wasSet = true
      if !disposed { current = disposable }
      return disposed
    }
    if isLate { disposable.dispose() }
  }

  public override func dispose() {
    let taken = lock.withLock {
      disposed = true
      let taken = current
      current = nil
      return taken
    }
    taken?.dispose()
  }
}
