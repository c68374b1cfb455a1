/// Something that runs work as soon as it can.
public protocol ImmediateSchedulerType {
  /// Schedules an action.
  ///
  /// - Parameter state: What the action is called with.
  /// - Returns: What cancels the action, or what the action returned if it ran.
  func schedule<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable
}

extension ImmediateSchedulerType {
  /// Schedules an action that may schedule itself again, with another state.
  ///
  /// The action is not called from within itself, so it may do so for ever.
  public func scheduleRecursive<State>(
    _ state: State, action: @escaping (_ state: State, _ recurse: (State) -> Void) -> Void
  ) -> any Disposable {
    let recursion = RecursiveSchedule(scheduler: self, action: action)
    recursion.schedule(state)
    return recursion
  }
}
