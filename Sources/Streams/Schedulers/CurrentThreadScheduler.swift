/// A scheduler that runs work on the calling thread: immediately if no such work is running on it,
/// otherwise after the running work has returned.
///
/// Sources that send on it by default, such as ``ObservableType/of(_:scheduler:)``, alternate with
/// each other and do not grow the stack when one subscription causes another.
public final class CurrentThreadScheduler: ImmediateSchedulerType, Sendable {
  /// The shared instance. Each thread has its own queue.
  public static let instance = CurrentThreadScheduler()

  private init() {}

  /// A Boolean value indicating whether no work is running on this thread, so that scheduled work
  /// would run immediately.
  public static var isScheduleRequired: Bool { !Trampoline.current.isRunning }

  /// Runs an action on the current thread: immediately or, inside another action of the scheduler,
  /// after the actions that are already scheduled.
  ///
  /// - Parameters:
  ///   - state: The value that is passed to the action.
  ///   - action: The work. It returns a disposable that cancels what it started.
  /// - Returns: A disposable that cancels the action if it has not run yet, and otherwise disposes
  ///   what the action returned.
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

  /// Runs a closure immediately, as the thread's outermost work if no work is running.
  @inline(__always)
  static func trampoline<Result>(_ body: () -> Result) -> Result {
    let trampoline = Trampoline.current
    return trampoline.isRunning ? body() : trampoline.runOutermost(body)
  }
}
