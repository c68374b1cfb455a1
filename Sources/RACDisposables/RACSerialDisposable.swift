import Synchronization

/// A disposable of another that can be replaced; replacing does not dispose the old one.
public final class RACSerialDisposable: RACDisposable, @unchecked Sendable {
  private let contents = Mutex(Contents())

  private struct Contents: @unchecked Sendable {
    var disposable: RACDisposable?
    var isDisposed = false
  }

  /// A disposable of nothing yet.
  public override init() {
    super.init()
  }

  /// A disposable of another.
  public convenience init(disposable: RACDisposable?) {
    self.init()
    self.disposable = disposable
  }

  public override var isDisposed: Bool { contents.withLock { $0.isDisposed } }

  /// The underlying disposable; set after `dispose()`, it is disposed at once.
  public var disposable: RACDisposable? {
    get { contents.withLock { $0.disposable } }
    set { swapInDisposable(newValue) }
  }

  /// Replaces the underlying disposable, or disposes the new one if this one was disposed.
  ///
  /// - Returns: The old one, which was not disposed; nil if there was none.
  @discardableResult
  public func swapInDisposable(_ disposable: RACDisposable?) -> RACDisposable? {
    let (isLate, old) = contents.withLock { contents -> (Bool, RACDisposable?) in
      guard !contents.isDisposed else { return (true, nil) }
      let old = contents.disposable
      contents.disposable = disposable
      return (false, old)
    }
    if isLate { disposable?.dispose() }
    return old
  }

  /// Takes the underlying disposable out and disposes it, outside the lock.
  public override func dispose() {
    let taken = contents.withLock { contents -> RACDisposable? in
      let taken = contents.disposable
      contents = Contents(isDisposed: true)
      return taken
    }
    taken?.dispose()
    super.dispose()
  }
}
