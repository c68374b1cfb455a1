internal import Dispatch

/// A timer on a dispatch queue. Cancelling the timer releases its action immediately.
///
/// A dispatch source retains its handler until the queue has processed the cancellation. Therefore
/// the handler retains only the timer, and the timer retains the action until `cancel()` is called.
/// While the timer is running, nothing else has to keep it alive.
///
/// The resource registry does not count queue timers.
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

  /// Starts the timer. Call this once.
  ///
  /// - Parameters:
  ///   - dueTime: The time before the action first runs.
  ///   - period: The time between the starts of consecutive runs, or `.never` to run once.
  ///   - action: The closure to run. It is released when the timer is cancelled or, if it runs only
  ///     once, after it has run.
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
