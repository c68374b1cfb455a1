public import Dispatch
public import Foundation

/// A scheduler that runs work on a dispatch queue, which may be concurrent.
///
/// On a concurrent queue, actions may run at the same time and in any order. Use a serial scheduler
/// if their order matters. ``ObservableType/observe(on:)`` keeps the order of events in any case.
public final class ConcurrentDispatchQueueScheduler: SchedulerType, @unchecked Sendable {
  /// The type of time intervals, in seconds.
  public typealias TimeInterval = Foundation.TimeInterval
  /// The type of absolute times.
  public typealias Time = Date

  private let configuration: DispatchQueueConfiguration

  /// The current time of the system clock.
  public var now: RxTime { Date() }

  /// Creates a scheduler that uses a dispatch queue.
  ///
  /// - Parameters:
  ///   - queue: The queue on which the work runs.
  ///   - leeway: The time by which the system may delay a timer.
  public init(queue: DispatchQueue, leeway: DispatchTimeInterval = .nanoseconds(0)) {
    configuration = DispatchQueueConfiguration(queue: queue, leeway: leeway)
  }

  /// Creates a scheduler with a new concurrent queue.
  ///
  /// - Parameters:
  ///   - qos: The quality of service of the queue.
  ///   - leeway: The time by which the system may delay a timer.
  public convenience init(qos: DispatchQoS, leeway: DispatchTimeInterval = .nanoseconds(0)) {
    let queue = DispatchQueue(
      label: "streams.global_dispatch_queue.\(qos)", qos: qos, attributes: .concurrent)
    self.init(queue: queue, leeway: leeway)
  }

  /// Runs an action on the scheduler's queue.
  ///
  /// - Parameters:
  ///   - state: The value that is passed to the action.
  ///   - action: The closure to run. It returns a disposable that cancels the work it started.
  /// - Returns: A disposable that cancels the action or, if the action has already run, disposes
  ///   the disposable that the action returned.
  public func schedule<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    configuration.schedule(state, action: action)
  }

  /// Runs an action on the scheduler's queue after a delay.
  ///
  /// - Parameters:
  ///   - state: The value that is passed to the action.
  ///   - dueTime: The delay.
  ///   - action: The closure to run. It returns a disposable that cancels the work it started.
  /// - Returns: A disposable that cancels the action or, if the action has already run, disposes
  ///   the disposable that the action returned.
  public func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    configuration.scheduleRelative(state, dueTime: dueTime, action: action)
  }

  /// Runs an action on the scheduler's queue at regular intervals.
  ///
  /// - Parameters:
  ///   - state: The value that is passed to the first run. Each further run receives the value that
  ///     the previous run returned.
  ///   - startAfter: The delay before the first run.
  ///   - period: The time between the starts of consecutive runs.
  ///   - action: A closure that receives the current state and returns the state for the next run.
  /// - Returns: A disposable that stops the repetition and releases the action.
  public func schedulePeriodic<StateType>(
    _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
    action: @escaping (StateType) -> StateType
  ) -> any Disposable {
    configuration.schedulePeriodic(
      state, startAfter: startAfter, period: period, action: action)
  }
}
