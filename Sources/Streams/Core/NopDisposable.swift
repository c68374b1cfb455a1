/// The disposable that does nothing; there is one, and it is not counted.
final class NopDisposable: DisposableObject, @unchecked Sendable {
  static let shared = NopDisposable()

  private override init() {
    super.init()
    doNotCount()
  }

  override var isFinished: Bool { true }
}
