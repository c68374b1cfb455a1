/// A disposable that disposes itself when it goes away.
public final class RACScopedDisposable: RACDisposable, @unchecked Sendable {
  /// A disposable that disposes another when it is disposed or goes away.
  public convenience init(disposable: RACDisposable) {
    self.init(block: { disposable.dispose() })
  }

  deinit { dispose() }
}

extension RACDisposable {
  /// A disposable that disposes this one when it goes away; of a scoped one, itself.
  public final func asScopedDisposable() -> RACScopedDisposable {
    self as? RACScopedDisposable ?? RACScopedDisposable(disposable: self)
  }
}
