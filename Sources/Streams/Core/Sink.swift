/// One operator's part of a subscription. It receives `Input` elements and sends `Output` elements.
///
/// A sink sends at most one end: a failure or a completion. It then disposes itself and, through
/// `cancel`, the whole subscription. Once disposed, it sends nothing. Subclasses override functions
/// that receive events, and call `send(_:)`, `sendError(_:)` and `sendCompleted()`.
class Sink<Input, Output>: ObserverBase<Input>, @unchecked Sendable {
  private final let state = AtomicBits(0)
  private final let observer: ObserverBase<Output>
  private final let cancel: SinkDisposer

  init(observer: ObserverBase<Output>, cancel: SinkDisposer) {
    self.observer = observer
    self.cancel = cancel
  }

  /// A Boolean value indicating whether the sink no longer sends events.
  final var isSilent: Bool { state.load() != 0 }

  /// Sends an element.
  @inline(__always)
  final func send(_ element: Output) {
    guard !isSilent else { return }
    observer.next(element)
  }

  /// Sends a failure and ends the subscription.
  final func sendError(_ error: any Error) {
    guard stop() else { return }
    observer.error(error)
    dispose()
  }

  /// Sends a completion and ends the subscription.
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
    state.raise(SinkFlag.disposed)
    cancel.dispose()
  }

  /// Stops sending.
  ///
  /// - Returns: Whether the caller may send an end. At most one call returns `true`.
  private final func stop() -> Bool {
    state.raise(SinkFlag.stopped) == 0
  }
}

/// The flags of a sink's state. The state is 0 while the sink may send events.
private enum SinkFlag {
  static let stopped: UInt32 = 1
  static let disposed: UInt32 = 2
}
