/// Work that may schedule itself again after a delay. Disposing the object cancels the work.
final class RecursiveRelativeSchedule<State>: DisposableObject, Cancelable, @unchecked Sendable {
  typealias Action = (State, RecursiveRelativeSchedule<State>) -> Void

  private let scheduler: any SchedulerType
  private let lock = Lock()
  private var action: Action?
  /// The runs of the action that are scheduled and have not started.
  private let pending = CompositeDisposable()

  init(scheduler: any SchedulerType, action: @escaping Action) {
    self.scheduler = scheduler
    self.action = action
  }

  var isDisposed: Bool { pending.isDisposed }

  override var isFinished: Bool { isDisposed }

  /// Schedules one run of the action.
  func schedule(_ state: State, dueTime: RxTimeInterval) {
    let step = SingleAssignmentDisposable()
    guard let key = pending.insert(object: step) else { return }
    step.setDisposable(
      scheduler.scheduleRelative(state, dueTime: dueTime) { [self] state in
        pending.remove(for: key)
        let action = lock.withLock { self.action }
        action?(state, self)
        return NopDisposable.shared
      })
  }

  override func dispose() {
    let action = lock.withLock {
      let action = self.action
      self.action = nil
      return action
    }
    withExtendedLifetime(action) { pending.dispose() }
  }
}
