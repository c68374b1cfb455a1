/// A disposable whose underlying disposable is assigned once, possibly after this disposable was
/// disposed.
public final class SingleAssignmentDisposable: DisposableObject, Cancelable, @unchecked Sendable {
  private let lock = Lock()
  @safe @exclusivity(unchecked) private var current: DisposableObject?
  @safe @exclusivity(unchecked) private var wasSet = false
  @safe @exclusivity(unchecked) private var disposed = false

  /// Creates a disposable without an underlying one.
  public override init() {}

  /// A Boolean value indicating whether the disposable has been disposed.
  public var isDisposed: Bool { lock.withLock { disposed } }

  override var isFinished: Bool { isDisposed }

  /// The underlying disposable.
  ///
  /// Assigning it a second time is a programming error and stops the program. If this disposable
  /// was disposed, the new one is disposed immediately. Before the assignment and after
  /// `dispose()`, reading it returns a disposable without effect.
  public var disposable: any Disposable {
    get { lock.withLock { current }?.asDisposable ?? Disposables.create() }
    set { setDisposable(newValue) }
  }

  /// Assigns the underlying disposable, like setting ``disposable``.
  ///
  /// - Parameter disposable: The disposable to assign. It is disposed immediately if this
  ///   disposable has been disposed.
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

  /// Disposes the underlying disposable and releases it.
  ///
  /// Further calls have no effect.
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
