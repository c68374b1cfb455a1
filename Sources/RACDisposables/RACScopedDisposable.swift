/// A disposable that disposes itself when it is deallocated.
public final class RACScopedDisposable: RACDisposable, @unchecked Sendable {
  /// Creates a disposable that, when it is disposed or deallocated, disposes another disposable.
  ///
  /// - Parameter disposable: The other disposable.
  public convenience init(disposable: RACDisposable) {
    self.init(block: { disposable.dispose() })
  }

  deinit { dispose() }
}

extension RACDisposable {
  /// Returns a scoped disposable whose deallocation disposes this disposable.
  ///
  /// - Returns: A scoped disposable that retains this disposable, or this disposable itself if it
  ///   is a scoped disposable.
  public final func asScopedDisposable() -> RACScopedDisposable {
    self as? RACScopedDisposable ?? RACScopedDisposable(disposable: self)
  }
}
