/// A disposable without effect. The resource registry does not count its only instance.
final class NopDisposable: DisposableObject, @unchecked Sendable {
  static let shared = NopDisposable()

  private override init() {
    super.init()
    doNotCount()
  }

  override var isFinished: Bool { true }
}
