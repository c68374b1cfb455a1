import Synchronization

/// Disposes another once it was disposed itself and every disposable it handed out was.
public final class RefCountDisposable: DisposableObject, Cancelable, @unchecked Sendable {
  private let lock = Lock()
  private var underlying: DisposableObject?
  private var disposed = false
  private var retained = 0

  /// Counts on behalf of a disposable.
  public init(disposable: any Disposable) {
    underlying = disposable.asObject
  }

  /// Whether `dispose()` was called, though the underlying disposable may live on.
  public var isDisposed: Bool { lock.withLock { disposed } }

  override var isFinished: Bool { lock.withLock { underlying == nil } }

  /// A disposable that must be disposed too before the underlying one is.
  public func retain() -> any Disposable {
    let isAlive = lock.withLock {
      if underlying != nil { retained += 1 }
      return underlying != nil
    }
    return isAlive ? RefCountInnerDisposable(self) : NopDisposable.shared
  }

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

/// One share in a `RefCountDisposable`.
final class RefCountInnerDisposable: DisposableObject, @unchecked Sendable {
  private let released = Atomic<Bool>(false)
  private let parent: RefCountDisposable

  fileprivate init(_ parent: RefCountDisposable) {
    self.parent = parent
  }

  override var isFinished: Bool { released.load(ordering: .acquiring) }

  override func dispose() {
    guard !released.exchange(true, ordering: .acquiringAndReleasing) else { return }
    parent.release()
  }
}
