/// A container for one disposable. Assigning another disposable disposes the previous one.
public final class SerialDisposable: DisposableObject, Cancelable, @unchecked Sendable {
  private let lock = Lock()
  @safe @exclusivity(unchecked) private var current: DisposableObject?
  @safe @exclusivity(unchecked) private var disposed = false

  /// Creates an empty container.
  public override init() {}

  /// A Boolean value indicating whether this container has been disposed.
  public var isDisposed: Bool { lock.withLock { disposed } }

  override var isFinished: Bool { isDisposed }

  /// The disposable in the container.
  ///
  /// Assigning a new value disposes the previous value. If the container has been disposed, the new
  /// value is disposed immediately. Before the first assignment and after `dispose()`, the value is
  /// a disposable without effect.
  public var disposable: any Disposable {
    get { lock.withLock { current }?.asDisposable ?? Disposables.create() }
    set { replace(with: newValue.asObject) }
  }

  func replace(with disposable: DisposableObject) {
    let unwanted: DisposableObject? = lock.withLock {
      guard !disposed else { return disposable }
      let old = current
      current = disposable
      return old
    }
    unwanted?.dispose()
  }

  /// Disposes the current disposable and releases it.
  ///
  /// A disposable that is assigned later is disposed immediately.
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
