/// Work that repeats at regular intervals on a scheduler that has no periodic timer.
///
/// Each tick schedules the next tick before it runs the action, so the duration of the run is not
/// added to the time between ticks. Runs never overlap: a tick during a run causes another run
/// right after it.
final class PeriodicSchedule<State>: @unchecked Sendable {
  private let scheduler: any SchedulerType
  private let period: RxTimeInterval
  private let action: (State) -> State
  private let gate = SerialGate()
  private var state: State

  init(
    scheduler: any SchedulerType, state: State, period: RxTimeInterval,
    action: @escaping (State) -> State
  ) {
    self.scheduler = scheduler
    self.state = state
    self.period = period
    self.action = action
  }

  func start(after startAfter: RxTimeInterval) -> any Disposable {
    scheduler.scheduleRecursive((), dueTime: startAfter) { [self] _, recursion in
      recursion.schedule((), dueTime: period)
      gate.perform { [self] in
        if !recursion.isDisposed { state = action(state) }
      }
    }
  }
}
