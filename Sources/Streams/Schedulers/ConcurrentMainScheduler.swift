public import Dispatch
public import Foundation

/// Runs work on the main thread, at once whenever it is scheduled there.
///
/// Meant for `subscribe(on:)`; for `observe(on:)` there is `MainScheduler`, which keeps
/// the order of what is scheduled.
public final class ConcurrentMainScheduler: SchedulerType, Sendable {
  /// The type of spans of time, in seconds.
  public typealias TimeInterval = Foundation.TimeInterval
  /// The type of absolute times.
  public typealias Time = Date

  private let scheduler: MainScheduler

  /// The only scheduler of this kind.
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
