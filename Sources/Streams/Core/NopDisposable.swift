/// A disposable without effect. There is one instance, which the resource registry does not count.
final class NopDisposable: DisposableObject, @unchecked Sendable {
  static let shared = NopDisposable()

  private override init() {
    super.init()
    doNotCount()
  }

  override var isFinished: Bool { true }
}
