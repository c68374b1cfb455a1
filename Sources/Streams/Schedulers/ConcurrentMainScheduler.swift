public import Dispatch
public import Foundation

/// A scheduler that runs work on the main thread, and at once if it is scheduled there.
///
/// It is meant for ``ObservableType/subscribe(on:)``. For `observe(on:)` use ``MainScheduler``,
/// which runs work in the order in which it was scheduled.
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

  public var now: RxTime { scheduler.now }

  public func schedule<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    Thread.isMainThread
      ? action(state) : scheduler.configuration.schedule(state, action: action)
  }

  public func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    scheduler.scheduleRelative(state, dueTime: dueTime, action: action)
  }

  public func schedulePeriodic<StateType>(
    _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
    action: @escaping (StateType) -> StateType
  ) -> any Disposable {
    scheduler.schedulePeriodic(state, startAfter: startAfter, period: period, action: action)
  }
}
