/// A disposable with an underlying disposable. The underlying disposable is disposed once this
/// disposable and all results of ``retain()`` have been disposed.
public final class RefCountDisposable: DisposableObject, Cancelable, @unchecked Sendable {
  private let lock = Lock()
  private var underlying: DisposableObject?
  private var disposed = false
  private var retained = 0

  /// Creates a disposable with an underlying disposable.
  ///
  /// - Parameter disposable: The underlying disposable, which is retained until it is disposed.
  public init(disposable: any Disposable) {
    underlying = disposable.asObject
  }

  /// A Boolean value indicating whether `dispose()` was called. The underlying disposable may
  /// not have been disposed yet.
  public var isDisposed: Bool { lock.withLock { disposed } }

  override var isFinished: Bool { lock.withLock { underlying == nil } }

  /// Returns a disposable that must be disposed before the underlying disposable can be disposed.
  ///
  /// If the underlying disposable has already been disposed, the result has no effect.
  ///
  /// - Returns: The new disposable. Until it is disposed, the underlying disposable is not disposed
  ///   either, even if `dispose()` is called.
  public func retain() -> any Disposable {
    let isAlive = lock.withLock {
      if underlying != nil { retained += 1 }
      return underlying != nil
    }
    return isAlive ? RefCountInnerDisposable(self) : NopDisposable.shared
  }

  /// Disposes the underlying disposable, either now or as soon as all results of ``retain()`` have
  /// been disposed.
  public override func dispose() {
    takeIfUnused { disposed = true }?.dispose()
  }

  fileprivate func release() {
    takeIfUnused { retained -= 1 }?.dispose()
  }

  private func takeIfUnused(after change: () -> Void) -> DisposableObject? {
    lock.withLock {
      change()
      guard disposed, retained == 0 else { return nil }
      let taken = underlying
      underlying = nil
      return taken
    }
  }
}

/// The result of `RefCountDisposable.retain()`.
final class RefCountInnerDisposable: DisposableObject, @unchecked Sendable {
  private let released = AtomicFlag(false)
  private let parent: RefCountDisposable

  fileprivate init(_ parent: RefCountDisposable) {
    self.parent = parent
  }

  override var isFinished: Bool { released.load() }

  override func dispose() {
    guard !released.exchange(true) else { return }
    parent.release()
  }
}
