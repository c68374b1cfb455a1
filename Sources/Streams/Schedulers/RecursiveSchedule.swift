/// Work that may schedule itself again. Disposing the object cancels the work.
final class RecursiveSchedule<State>: DisposableObject, Cancelable, @unchecked Sendable {
  private let scheduler: any ImmediateSchedulerType
  private let lock = Lock()
  private var action: ((State, (State) -> Void) -> Void)?
  /// The runs of the action that are scheduled and have not started.
  private let pending = CompositeDisposable()

  init(
    scheduler: any ImmediateSchedulerType, action: @escaping (State, (State) -> Void) -> Void
  ) {
    self.scheduler = scheduler
    self.action = action
  }

  var isDisposed: Bool { pending.isDisposed }

  override var isFinished: Bool { isDisposed }

  /// Schedules one run of the action.
  func schedule(_ state: State) {
    let step = SingleAssignmentDisposable()
    guard let key = pending.insert(object: step) else { return }
    step.setDisposable(
      scheduler.schedule(state) { [self] state in
        pending.remove(for: key)
        let action = lock.withLock { self.action }
        action?(state) { next in schedule(next) }
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
