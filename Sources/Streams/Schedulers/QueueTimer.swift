internal import Dispatch

/// A timer on a dispatch queue that lets go of its action the moment it is cancelled.
///
/// A dispatch source keeps its handler until its queue has got round to the cancellation;
/// here the handler only refers to the timer, and the timer to the action. A running timer
/// keeps itself alive through its source.
///
/// Plumbing; not counted.
final class QueueTimer: @unchecked Sendable {
  private let lock = Lock()
  private let source: any DispatchSourceTimer
  private let leeway: DispatchTimeInterval
  private var action: (() -> Void)?
  private var isRepeating = false

  init(queue: DispatchQueue, leeway: DispatchTimeInterval) {
    source = DispatchSource.makeTimerSource(queue: queue)
    self.leeway = leeway
  }

  /// Starts the timer; called once.
  ///
  /// - Parameter period: How often the action is repeated; `.never` for once.
  func start(
    after dueTime: DispatchTimeInterval, period: DispatchTimeInterval,
    action: @escaping () -> Void
  ) {
    isRepeating = period != .never
    self.action = action
    let deadline: DispatchTime = dueTime == .never ? .distantFuture : .now() + dueTime
    source.schedule(deadline: deadline, repeating: period, leeway: leeway)
    source.setEventHandler { [self] in fire() }
    source.resume()
  }

  func cancel() {
    let dropped = lock.withLock {
      let dropped = action
      action = nil
      return dropped
    }
    withExtendedLifetime(dropped) { source.cancel() }
  }

  private func fire() {
    let action = lock.withLock { self.action }
    action?()
    if !isRepeating { cancel() }
  }
}
