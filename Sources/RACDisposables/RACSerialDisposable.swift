/// A disposable with an underlying disposable that can be replaced. A replaced disposable is not
/// disposed.
public final class RACSerialDisposable: RACDisposable, @unchecked Sendable {
  private let contents = Guarded(Contents())

  private struct Contents: @unchecked Sendable {
    var disposable: RACDisposable?
    var isDisposed = false
  }

  /// Creates a disposable without an underlying disposable.
  public override init() {
    super.init()
  }

  /// Creates a disposable with an underlying disposable.
  ///
  /// - Parameter disposable: The underlying disposable.
  public convenience init(disposable: RACDisposable?) {
    self.init()
    self.disposable = disposable
  }

  /// A Boolean value indicating whether the disposable has been disposed.
  public override var isDisposed: Bool { contents.withLock { $0.isDisposed } }

  /// The underlying disposable. If this disposable has been disposed, an assigned disposable is
  /// disposed immediately.
  public var disposable: RACDisposable? {
    get { contents.withLock { $0.disposable } }
    set { swapInDisposable(newValue) }
  }

  /// Replaces the underlying disposable, or disposes the new one if this disposable has been
  /// disposed.
  ///
  /// - Parameter disposable: The new underlying disposable.
  /// - Returns: The previous underlying disposable, which is not disposed, or `nil` if there was
  ///   none.
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

  /// Removes the underlying disposable, and disposes it after releasing the lock.
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
