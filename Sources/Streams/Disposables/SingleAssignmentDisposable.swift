/// A container for one disposable, which is assigned once. The assignment may happen after the
/// container has been disposed.
public final class SingleAssignmentDisposable: DisposableObject, Cancelable, @unchecked Sendable {
  private let lock = Lock()
  @safe @exclusivity(unchecked) private var current: DisposableObject?
  @safe @exclusivity(unchecked) private var wasSet = false
  @safe @exclusivity(unchecked) private var disposed = false

  /// Creates an empty container.
  public override init() {}

  /// A Boolean value indicating whether this container has been disposed.
  public var isDisposed: Bool { lock.withLock { disposed } }

  override var isFinished: Bool { isDisposed }

  /// The disposable in the container.
  ///
  /// Assigning a second value is a programming error and stops the program. If the container has
  /// been disposed, the new value is disposed immediately. Before the assignment and after
  /// `dispose()`, the value is a disposable without effect.
  public var disposable: any Disposable {
    get { lock.withLock { current }?.asDisposable ?? Disposables.create() }
    set { setDisposable(newValue) }
  }

  /// Stores a disposable in the container, like assigning to ``disposable``.
  ///
  /// - Parameter disposable: The disposable to assign. It is disposed immediately if the container
  ///   has been disposed.
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

  /// Disposes the disposable in the container and releases it.
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
