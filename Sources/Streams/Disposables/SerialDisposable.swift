/// A container of one disposable. Replacing its content disposes the previous disposable.
public final class SerialDisposable: DisposableObject, Cancelable, @unchecked Sendable {
  private let lock = Lock()
  @safe @exclusivity(unchecked) private var current: DisposableObject?
  @safe @exclusivity(unchecked) private var disposed = false

  /// Creates a disposable without an underlying one.
  public override init() {}

  /// A Boolean value indicating whether the disposable has been disposed.
  public var isDisposed: Bool { lock.withLock { disposed } }

  override var isFinished: Bool { isDisposed }

  /// The underlying disposable.
  ///
  /// Assigning it disposes the previous one. If this disposable was disposed, the new one is
  /// disposed immediately. Before the first assignment and after `dispose()`, reading it returns a
  /// disposable without effect.
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
