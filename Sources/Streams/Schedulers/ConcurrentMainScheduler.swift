public import Dispatch
public import Foundation

/// A scheduler that runs work on the main thread. An undelayed action that the main thread
/// schedules runs immediately. Other actions run on the main queue.
///
/// It is intended for ``ObservableType/subscribe(on:)``. For `observe(on:)` use ``MainScheduler``,
/// which runs undelayed actions in the order in which they were scheduled.
public final class ConcurrentMainScheduler: SchedulerType, Sendable {
  /// The type of time intervals, in seconds.
  public typealias TimeInterval = Foundation.TimeInterval
  /// The type of absolute times.
  public typealias Time = Date

  private let scheduler: MainScheduler

  /// The shared instance.
  public static let instance = ConcurrentMainScheduler()

  private init() {
    scheduler = MainScheduler()
  }

  /// The current time of the system clock.
  public var now: RxTime { scheduler.now }

  /// Runs an action on the main queue, or immediately if the caller is on the main thread.
  ///
  /// - Parameters:
  ///   - state: The value that is passed to the action.
  ///   - action: The closure to run. It returns a disposable that cancels the work it started.
  /// - Returns: A disposable that cancels the action or, if the action has already run, disposes
  ///   the disposable that the action returned.
  public func schedule<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    Thread.isMainThread
      ? action(state) : scheduler.configuration.schedule(state, action: action)
  }

  /// Runs an action on the main queue after a delay.
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
    scheduler.scheduleRelative(state, dueTime: dueTime, action: action)
  }

  /// Runs an action on the main queue at regular intervals.
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
    scheduler.schedulePeriodic(state, startAfter: startAfter, period: period, action: action)
  }
}
