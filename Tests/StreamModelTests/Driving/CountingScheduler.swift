import Streams

/// A scheduler in virtual time that counts the steps which have neither run nor been disposed.
final class CountingScheduler: SchedulerType, @unchecked Sendable {
  let clock = TestScheduler(initialClock: 0, resolution: 1, simulateProcessingDelay: false)
  private(set) var pending = 0

  var now: RxTime { clock.now }

  func schedule<State>(
    _ state: State, action: @escaping (State) -> any Disposable
  ) -> any Disposable {
    scheduleRelative(state, dueTime: .seconds(0), action: action)
  }

  func scheduleRelative<State>(
    _ state: State, dueTime: RxTimeInterval, action: @escaping (State) -> any Disposable
  ) -> any Disposable {
    let finish = started()
    let step = clock.scheduleRelative(state, dueTime: dueTime) { state in
      finish.dispose()
      return action(state)
    }
    return Disposables.create(finish, step)
  }

  private func started() -> any Disposable {
    pending += 1
    return Disposables.create { [self] in pending -= 1 }
  }
}
