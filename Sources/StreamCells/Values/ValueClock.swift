import Streams

/// A scheduler for the operators of a cell, and the time that the cell advances.
struct ValueClock {
  enum Kind: String, CaseIterable, Sendable {
    /// Every action waits until the time advances.
    case virtual
    /// The same, but an action without a delay is due at the current time.
    case stepwise
    /// Disposing an action does not cancel it.
    case uncancelled
    /// Actions without a delay run before `schedule` returns.
    case immediate
    /// Actions without a delay run before `schedule` returns, or, inside another action, when that
    /// action has ended.
    case trampoline
  }

  let scheduler: any SchedulerType
  private let setTime: (Int) -> Void
  private var time = 0

  init(_ kind: Kind) {
    switch kind {
    case .virtual:
      let clock = TestScheduler(initialClock: 0)
      self.init(clock, clock.advanceTo)
    case .stepwise: self.init(StepScheduler(cancels: true))
    case .uncancelled: self.init(StepScheduler(cancels: false))
    case .immediate: self.init(StepScheduler(immediate: ImmediateScheduler()))
    case .trampoline: self.init(StepScheduler(immediate: CurrentThreadScheduler.instance))
    }
  }

  private init(_ steps: StepScheduler) { self.init(steps, steps.advance(to:)) }

  private init(_ scheduler: any SchedulerType, _ setTime: @escaping (Int) -> Void) {
    self.scheduler = scheduler
    self.setTime = setTime
  }

  /// Advances the time by some seconds, and runs the actions that are then due.
  mutating func advance(_ seconds: Int) {
    time += seconds
    setTime(time)
  }
}

/// A scheduler that runs each action before `schedule` returns.
private struct ImmediateScheduler: ImmediateSchedulerType {
  func schedule<State>(
    _ state: State, action: @escaping (State) -> any Disposable
  ) -> any Disposable {
    action(state)
  }
}
