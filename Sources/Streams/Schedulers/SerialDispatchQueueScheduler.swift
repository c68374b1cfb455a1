public import Dispatch
public import Foundation

/// A scheduler that runs work on a serial dispatch queue, one action at a time and in order.
///
/// If the caller provides a queue, the scheduler creates a serial queue that targets it. The
/// provided queue may be concurrent.
public class SerialDispatchQueueScheduler: SchedulerType, @unchecked Sendable {
  /// The type of time intervals, in seconds.
  public typealias TimeInterval = Foundation.TimeInterval
  /// The type of absolute times.
  public typealias Time = Date

  let configuration: DispatchQueueConfiguration

  /// The current time of the system clock.
  public var now: RxTime { Date() }

  init(
    serialQueue: DispatchQueue, leeway: DispatchTimeInterval = .nanoseconds(0)
  ) {
    configuration = DispatchQueueConfiguration(queue: serialQueue, leeway: leeway)
  }

  /// Creates a scheduler with a new serial queue.
  ///
  /// - Parameters:
  ///   - internalSerialQueueName: The label of the queue.
  ///   - serialQueueConfiguration: A closure that configures the queue before its first use.
  ///   - leeway: The time by which the system may delay a timer.
  public convenience init(
    internalSerialQueueName: String,
    serialQueueConfiguration: ((DispatchQueue) -> Void)? = nil,
    leeway: DispatchTimeInterval = .nanoseconds(0)
  ) {
    let queue = DispatchQueue(label: internalSerialQueueName)
    serialQueueConfiguration?(queue)
    self.init(serialQueue: queue, leeway: leeway)
  }

  /// Creates a scheduler with a serial queue that targets another queue.
  ///
  /// - Parameters:
  ///   - queue: The queue that the serial queue targets.
  ///   - internalSerialQueueName: The label of the serial queue.
  ///   - leeway: The time by which the system may delay a timer.
  public convenience init(
    queue: DispatchQueue, internalSerialQueueName: String,
    leeway: DispatchTimeInterval = .nanoseconds(0)
  ) {
    self.init(
      serialQueue: DispatchQueue(label: internalSerialQueueName, target: queue), leeway: leeway)
  }

  /// Creates a scheduler with a serial queue that targets a global queue.
  ///
  /// - Parameters:
  ///   - qos: The quality of service of the global queue.
  ///   - internalSerialQueueName: The label of the serial queue.
  ///   - leeway: The time by which the system may delay a timer.
  public convenience init(
    qos: DispatchQoS, internalSerialQueueName: String = "streams.global_dispatch_queue.serial",
    leeway: DispatchTimeInterval = .nanoseconds(0)
  ) {
    self.init(
      queue: DispatchQueue.global(qos: qos.qosClass),
      internalSerialQueueName: internalSerialQueueName, leeway: leeway)
  }

  /// Runs an action on the scheduler's queue. A ``MainScheduler`` may run it immediately instead.
  ///
  /// - Parameters:
  ///   - state: The value that is passed to the action.
  ///   - action: The closure to run. It returns a disposable that cancels the work it started.
  /// - Returns: A disposable that cancels the action or, if the action has already run, disposes
  ///   the disposable that the action returned.
  public final func schedule<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    scheduleInternal(state, action: action)
  }

  func scheduleInternal<StateType>(
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
  public final func scheduleRelative<StateType>(
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
