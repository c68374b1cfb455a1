/// A box for a disposable that is not a `DisposableObject`, such as a subject.
final class ForeignDisposable: DisposableObject, @unchecked Sendable {
  private let disposable: any Disposable

  init(_ disposable: any Disposable) {
    self.disposable = disposable
  }

  override func dispose() { disposable.dispose() }

  override var isFinished: Bool { (disposable as? any Cancelable)?.isDisposed ?? false }

  override var asDisposable: any Disposable { disposable }
}
