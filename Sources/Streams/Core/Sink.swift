import Synchronization

/// One running subscription of an operator: receives `Input`, sends `Output`.
///
/// It sends nothing after it stopped or was disposed, and at most one end; after an end it
/// disposes itself, and through `cancel` the whole subscription. An operator's sink
/// overrides what it receives and calls `send(_:)`, `sendError(_:)`, `sendCompleted()`.
class Sink<Input, Output>: ObserverBase<Input>, @unchecked Sendable {
  private final let state = Atomic<UInt32>(0)
  private final let observer: ObserverBase<Output>
  private final let cancel: SinkDisposer

  init(observer: ObserverBase<Output>, cancel: SinkDisposer) {
    self.observer = observer
    self.cancel = cancel
  }

  /// Whether it sends nothing any more.
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

  /// Sends the successful end and ends the subscription.
  final func sendCompleted() {
    guard stop() else { return }
    observer.completed()
    dispose()
  }

  /// Subscribes to the main source and whatever else the operator needs.
  ///
  /// - Returns: What ends all that was subscribed to.
  func run(_ source: Observable<Input>) -> DisposableObject {
    source.attach(self)
  }

  override func error(_ error: any Error) { sendError(error) }

  override func completed() { sendCompleted() }

  override func dispose() {
    state.bitwiseOr(SinkFlag.disposed, ordering: .acquiringAndReleasing)
    cancel.dispose()
  }

  /// Goes silent; true for the one caller that may send an end.
  private final func stop() -> Bool {
    state.bitwiseOr(SinkFlag.stopped, ordering: .acquiringAndReleasing).oldValue == 0
  }
}

/// The state of a sink; 0 while it sends.
private enum SinkFlag {
  static let stopped: UInt32 = 1
  static let disposed: UInt32 = 2
}
