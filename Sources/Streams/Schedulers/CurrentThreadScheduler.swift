/// Runs work on the calling thread: at once if nothing of it is running, otherwise after
/// that has returned.
///
/// This is what keeps a sequence that subscribes to sequences from growing the stack, and
/// what makes the first elements come after `subscribe` has set everything up.
public final class CurrentThreadScheduler: ImmediateSchedulerType, Sendable {
  /// The only scheduler of this kind; the queues are the threads'.
  public static let instance = CurrentThreadScheduler()

  private init() {}

  /// Whether nothing is running on this thread, so that work would run at once.
  public static var isScheduleRequired: Bool { !Trampoline.current.isRunning }

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

  /// Runs a closure at once: as the outermost work if nothing is running.
  @inline(__always)
  static func trampoline<Result>(_ body: () -> Result) -> Result {
    let trampoline = Trampoline.current
    return trampoline.isRunning ? body() : trampoline.runOutermost(body)
  }
}
