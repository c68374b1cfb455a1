/// A type that runs work as soon as possible, on a thread or queue that the type determines.
public protocol ImmediateSchedulerType {
  /// Schedules an action.
  ///
  /// - Parameters:
  ///   - state: The value that is passed to the action.
  ///   - action: The closure to run. It returns a disposable that cancels the work it started.
  /// - Returns: A disposable that cancels the action or, if the action has already run, disposes
  ///   the disposable that the action returned.
  func schedule<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable
}

extension ImmediateSchedulerType {
  /// Schedules an action that may schedule itself again with another state.
  ///
  /// Each run of the action is scheduled separately, like the first one. The stack grows with the
  /// number of runs only if the scheduler runs an action inside another action, as
  /// ``ConcurrentMainScheduler`` does on the main thread.
  ///
  /// - Parameters:
  ///   - state: The state of the first run.
  ///   - action: The work of a run. It receives the state and a closure that schedules the next
  ///     run.
  /// - Returns: A disposable that cancels the pending runs and releases the action.
  public func scheduleRecursive<State>(
    _ state: State, action: @escaping (_ state: State, _ recurse: (State) -> Void) -> Void
  ) -> any Disposable {
    let recursion = RecursiveSchedule(scheduler: self, action: action)
    recursion.schedule(state)
    return recursion
  }
}
