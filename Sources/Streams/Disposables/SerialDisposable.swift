/// A disposable of another that can be replaced; replacing disposes the old one.
public final class SerialDisposable: DisposableObject, Cancelable, @unchecked Sendable {
  private let lock = Lock()
  @safe @exclusivity(unchecked) private var current: DisposableObject?
  @safe @exclusivity(unchecked) private var disposed = false

  /// A disposable of nothing yet.
  public override init() {}

  public var isDisposed: Bool { lock.withLock { disposed } }

  override var isFinished: Bool { isDisposed }

  /// The underlying disposable; a disposable that does nothing until it is set and after
  /// it was disposed.
  ///
  /// Setting it disposes the one before, and after `dispose()` the new one at once.
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
