/// Something that runs work at a given time.
public protocol SchedulerType: ImmediateSchedulerType {
  /// The present time, as the scheduler sees it.
  var now: RxTime { get }

  /// Schedules an action for later.
  ///
  /// - Parameters:
  ///   - state: What the action is called with.
  ///   - dueTime: How long to wait.
  /// - Returns: What cancels the action, or what the action returned if it ran.
  func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable

  /// Schedules an action again and again.
  ///
  /// - Parameters:
  ///   - state: What the action is first called with; then what it returned.
  ///   - startAfter: How long to wait for the first time.
  ///   - period: How long to wait between two times.
  /// - Returns: What ends it.
  func schedulePeriodic<StateType>(
    _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
    action: @escaping (StateType) -> StateType
  ) -> any Disposable
}

extension SchedulerType {
  /// Schedules an action again and again, each time anew.
  public func schedulePeriodic<StateType>(
    _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
    action: @escaping (StateType) -> StateType
  ) -> any Disposable {
    PeriodicSchedule(scheduler: self, state: state, period: period, action: action)
      .start(after: startAfter)
  }

  /// Schedules an action that may schedule itself again, at once or for later.
  func scheduleRecursive<State>(
    _ state: State, dueTime: RxTimeInterval,
    action: @escaping (State, RecursiveRelativeSchedule<State>) -> Void
  ) -> DisposableObject {
    let recursion = RecursiveRelativeSchedule(scheduler: self, action: action)
    recursion.schedule(state, dueTime: dueTime)
    return recursion
  }
}
