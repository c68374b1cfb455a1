import Synchronization

/// A running subscription of an operator. It receives `Input` elements and sends `Output` elements.
///
/// It sends at most one end, and nothing after it has stopped or been disposed. After an end it
/// disposes itself and, through `cancel`, the whole subscription. A subclass overrides the
/// functions that receive events and calls `send(_:)`, `sendError(_:)` and `sendCompleted()`.
class Sink<Input, Output>: ObserverBase<Input>, @unchecked Sendable {
  private final let state = Atomic<UInt32>(0)
  private final let observer: ObserverBase<Output>
  private final let cancel: SinkDisposer

  init(observer: ObserverBase<Output>, cancel: SinkDisposer) {
    self.observer = observer
    self.cancel = cancel
  }

  /// A Boolean value indicating whether the sink no longer sends events.
  final var isSilent: Bool { state.load(ordering: .acquiring) != 0 }

  /// Sends an element.
  @inline(__always)
  final func send(_ element: Output) {
    guard !isSilent else { return }
    observer.next(element)
  }

  /// Sends the failure and ends the subscription.
  final func sendError(_ error: any Error) {
    guard stop() else { return }
    observer.error(error)
    dispose()
  }

  /// Sends the completion and ends the subscription.
  final func sendCompleted() {
    guard stop() else { return }
    observer.completed()
    dispose()
  }

  /// Subscribes to the main source and to all other sources of the operator.
  ///
  /// - Returns: A disposable that ends all these subscriptions.
  func run(_ source: Observable<Input>) -> DisposableObject {
    source.attach(self)
  }

  override func error(_ error: any Error) { sendError(error) }

  override func completed() { sendCompleted() }

  override func dispose() {
    state.bitwiseOr(SinkFlag.disposed, ordering: .acquiringAndReleasing)
    cancel.dispose()
  }

  /// Stops sending.
  ///
  /// - Returns: Whether the caller may send an end, which is true for at most one caller.
  private final func stop() -> Bool {
    state.bitwiseOr(SinkFlag.stopped, ordering: .acquiringAndReleasing).oldValue == 0
  }
}

/// The flags of a sink's state. The state is 0 while the sink sends.
private enum SinkFlag {
  static let stopped: UInt32 = 1
  static let disposed: UInt32 = 2
}
