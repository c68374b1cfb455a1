/// A type that runs work as soon as possible, after a delay, or at regular intervals.
public protocol SchedulerType: ImmediateSchedulerType {
  /// The current time of the scheduler.
  var now: RxTime { get }

  /// Schedules an action to run after a delay.
  ///
  /// - Parameters:
  ///   - state: The value that is passed to the action.
  ///   - dueTime: The delay.
  ///   - action: The closure to run. It returns a disposable that cancels the work it started.
  /// - Returns: A disposable that cancels the action or, if the action has already run, disposes
  ///   the disposable that the action returned.
  func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable

  /// Schedules an action to run at regular intervals.
  ///
  /// - Parameters:
  ///   - state: The value that is passed to the first run. Each further run receives the value that
  ///     the previous run returned.
  ///   - startAfter: The delay before the first run.
  ///   - period: The time between the starts of consecutive runs.
  ///   - action: A closure that receives the current state and returns the state for the next run.
  /// - Returns: A disposable that stops the repetition and releases the action.
  func schedulePeriodic<StateType>(
    _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
    action: @escaping (StateType) -> StateType
  ) -> any Disposable
}

extension SchedulerType {
  /// Schedules an action to run at regular intervals by rescheduling a timer at each tick.
  ///
  /// This is the default implementation, for schedulers without a periodic timer.
  ///
  /// - Parameters:
  ///   - state: The value that is passed to the first run. Each further run receives the value that
  ///     the previous run returned.
  ///   - startAfter: The delay before the first run.
  ///   - period: The time between the starts of consecutive runs.
  ///   - action: A closure that receives the current state and returns the state for the next run.
  ///     A run that takes longer than a period delays the next one.
  /// - Returns: A disposable that stops the repetition and releases the action.
  public func schedulePeriodic<StateType>(
    _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
    action: @escaping (StateType) -> StateType
  ) -> any Disposable {
    PeriodicSchedule(scheduler: self, state: state, period: period, action: action)
      .start(after: startAfter)
  }

  /// Schedules an action to run after a delay. The action may schedule itself again.
  func scheduleRecursive<State>(
    _ state: State, dueTime: RxTimeInterval,
    action: @escaping (State, RecursiveRelativeSchedule<State>) -> Void
  ) -> DisposableObject {
    let recursion = RecursiveRelativeSchedule(scheduler: self, action: action)
    recursion.schedule(state, dueTime: dueTime)
    return recursion
  }
}
