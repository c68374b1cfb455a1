import Synchronization

/// A disposable that disposes two other disposables and releases them.
///
/// `subscribe(onNext:onError:onCompleted:onDisposed:)` returns a binary disposable. Its first part
/// ends the subscription to the source, and its second part runs `onDisposed`.
final class BinaryDisposable: DisposableObject, Cancelable, @unchecked Sendable {
  private enum State: UInt8, AtomicRepresentable {
    case idle
    /// A thread is reading the two references, which takes a few instructions.
    case inspected
    case disposed
  }

  private let state = Atomic<State>(.idle)
  @safe @exclusivity(unchecked) private var disposable1: DisposableObject?
  @safe @exclusivity(unchecked) private var disposable2: DisposableObject?

  init(_ disposable1: DisposableObject, _ disposable2: DisposableObject) {
    self.disposable1 = disposable1
    self.disposable2 = disposable2
  }

  var isDisposed: Bool { state.load(ordering: .acquiring) == .disposed }

  /// A Boolean value indicating whether the disposable was disposed or both of its parts are
  /// finished. The parts of a subscription are finished once the source has ended.
  override var isFinished: Bool {
    guard leaveIdle(for: .inspected) else { return true }
    let parts = (disposable1, disposable2)
    state.store(.idle, ordering: .releasing)
    return parts.0?.isFinished ?? true && parts.1?.isFinished ?? true
  }

  override func dispose() {
    guard leaveIdle(for: .disposed) else { return }
    // `take()` moves the references out of the properties. If the properties were only read, the
    // objects would be retained during the calls.
    let (first, second) = (disposable1.take(), disposable2.take())
    first?.dispose()
    second?.dispose()
    withExtendedLifetime((first, second)) {}
  }

  /// Changes the state from `idle` to `desired`. While the state is `inspected`, the call waits.
  ///
  /// - Returns: `false` if the state was `disposed`.
  private func leaveIdle(for desired: State) -> Bool {
    while true {
      let (exchanged, original) = state.compareExchange(
        expected: .idle, desired: desired, ordering: .acquiringAndReleasing)
      if exchanged { return true }
      if original == .disposed { return false }
    }
  }
}
