/// A type that runs work as soon as possible, on a thread or queue that the type determines.
public protocol ImmediateSchedulerType {
  /// Schedules an action.
  ///
  /// - Parameters:
  ///   - state: The value that is passed to the action.
  ///   - action: The work. It returns a disposable that cancels what it started.
  /// - Returns: A disposable that cancels the action if it has not run yet, and otherwise disposes
  ///   what the action returned.
  func schedule<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable
}

extension ImmediateSchedulerType {
  /// Schedules an action that may schedule itself again with another state.
  ///
  /// Each run of the action is a separate step, which is scheduled like the first one, so that the
  /// stack does not grow with the number of steps.
  ///
  /// - Parameters:
  ///   - state: The state of the first step.
  ///   - action: The work of a step. It receives the state and a closure that schedules the next
  ///     step.
  /// - Returns: A disposable that cancels the steps that have not run and releases the action.
  public func scheduleRecursive<State>(
    _ state: State, action: @escaping (_ state: State, _ recurse: (State) -> Void) -> Void
  ) -> any Disposable {
    let recursion = RecursiveSchedule(scheduler: self, action: action)
    recursion.schedule(state)
    return recursion
  }
}
