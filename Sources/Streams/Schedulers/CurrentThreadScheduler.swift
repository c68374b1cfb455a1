/// A scheduler that runs work on the calling thread.
///
/// An action runs immediately, unless the thread is already running another action or making a
/// subscription. In that case the action runs after the running work has returned.
///
/// Sources such as ``ObservableType/of(_:scheduler:)`` use this scheduler by default. On one thread
/// they take turns in sending elements. Nested subscriptions to them do not make the stack grow.
public final class CurrentThreadScheduler: ImmediateSchedulerType, Sendable {
  /// The shared instance. Each thread has its own queue of waiting actions.
  public static let instance = CurrentThreadScheduler()

  private init() {}

  /// A Boolean value indicating whether an action would run immediately, because the current thread
  /// is neither running another action nor making a subscription.
  public static var isScheduleRequired: Bool { !Trampoline.current.isRunning }

  /// Runs an action on the current thread: immediately or, during another action or a subscription,
  /// after the actions that are already scheduled.
  ///
  /// - Parameters:
  ///   - state: The value that is passed to the action.
  ///   - action: The closure to run. It returns a disposable that cancels the work it started.
  /// - Returns: A disposable that cancels the action or, if the action has already run, disposes
  ///   the disposable that the action returned.
  public func schedule<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    let trampoline = Trampoline.current
    guard trampoline.isRunning else {
      return trampoline.runOutermost { action(state) }
    }
    let item = ScheduledItem { action(state) }
    trampoline.enqueue(item)
    return item
  }
}
