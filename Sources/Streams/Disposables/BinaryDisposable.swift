/// A disposable that disposes two other disposables and releases them.
///
/// `subscribe(onNext:onError:onCompleted:onDisposed:)` returns a binary disposable. Its first part
/// ends the subscription to the source, and its second part runs `onDisposed`.
final class BinaryDisposable: DisposableObject, Cancelable, @unchecked Sendable {
  private enum State {
    static let idle: UInt32 = 0
    /// A thread is reading the two references. Other threads that need them wait.
    static let inspected: UInt32 = 1
    static let disposed: UInt32 = 2
  }

  private let state = AtomicBits(State.idle)
  @safe @exclusivity(unchecked) private var disposable1: DisposableObject?
  @safe @exclusivity(unchecked) private var disposable2: DisposableObject?

  init(_ disposable1: DisposableObject, _ disposable2: DisposableObject) {
    self.disposable1 = disposable1
    self.disposable2 = disposable2
  }

  var isDisposed: Bool { state.load() == State.disposed }

  /// A Boolean value indicating whether the disposable was disposed or both of its parts are
  /// finished. The parts of a subscription are finished once the source has ended.
  override var isFinished: Bool {
    guard leaveIdle(for: State.inspected) else { return true }
    let parts = (disposable1, disposable2)
    returnToIdle()
    return parts.0?.isFinished ?? true && parts.1?.isFinished ?? true
  }

  override func dispose() {
    guard leaveIdle(for: State.disposed) else { return }
    // `take()` moves the references out of the properties. If the properties were only read, each
    // object would be retained and released once more.
    let (first, second) = (disposable1.take(), disposable2.take())
    first?.dispose()
    second?.dispose()
    withExtendedLifetime((first, second)) {}
  }

  /// Changes the state from `inspected` to `idle`.
  private func returnToIdle() {
    #if DEBUG
      // This change is reported like the release of a lock, because another thread may be waiting
      // for it.
      InterleavingPoint.report(.acquired)
      defer { InterleavingPoint.report(.point) }
      defer { InterleavingPoint.report(.releasing) }
    #endif
    state.store(State.idle)
  }

  /// Changes the state from `idle` to `desired`. While the state is `inspected`, the call waits.
  ///
  /// - Returns: `false` if the state was `disposed`.
  private func leaveIdle(for desired: UInt32) -> Bool {
    while true {
      let (exchanged, original) = state.compareExchange(expected: State.idle, desired: desired)
      if exchanged { return true }
      if original == State.disposed { return false }
    }
  }
}
