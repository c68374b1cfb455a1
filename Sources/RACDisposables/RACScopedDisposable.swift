/// A disposable that disposes itself when it goes away.
public final class RACScopedDisposable: RACDisposable, @unchecked Sendable {
  /// A disposable that disposes another when it is disposed or goes away.
  public convenience init(disposable: RACDisposable) {
    self.init(block: { disposable.dispose() })
  }

  deinit { dispose() }

  /// Returns itself.
  public override func asScopedDisposable() -> RACScopedDisposable { self }
}
