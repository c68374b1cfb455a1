package import Foundation
package import Streams

/// A scheduler with virtual time, in seconds. It counts the actions that are scheduled on it.
package final class StepScheduler: SchedulerType {
  private final class Step {
    let time: Int
    var run: (() -> Void)?

    init(time: Int, run: @escaping () -> Void) {
      self.time = time
      self.run = run
    }
  }

  package private(set) var time = 0
  package private(set) var requests = 0
  /// The number of actions that were scheduled while ``isClosed`` was `true`.
  package private(set) var lateRequests = 0
  /// A Boolean value indicating whether a cell expects no further actions to be scheduled.
  package var isClosed = false
  private let cancels: Bool
  private let immediate: (any ImmediateSchedulerType)?
  private var steps: [Step] = []

  /// Creates a scheduler at time 0.
  ///
  /// - Parameter cancels: A Boolean value indicating whether disposing a scheduled action cancels
  ///   it. If `false`, the action runs anyway, and retains its captures until it has run.
  package init(cancels: Bool) {
    self.cancels = cancels
    immediate = nil
  }

  /// Creates a scheduler at time 0 on which only actions with a delay wait for the time to advance.
  ///
  /// - Parameter immediate: The scheduler of actions without a delay, which are not counted.
  init(immediate: any ImmediateSchedulerType) {
    cancels = true
    self.immediate = immediate
  }

  package var now: Date { Date(timeIntervalSince1970: Double(time)) }

  /// The number of scheduled actions that have neither run nor been cancelled.
  package var pending: Int { steps.count { $0.run != nil } }

  package func schedule<State>(
    _ state: State, action: @escaping (State) -> any Disposable
  ) -> any Disposable {
    immediate?.schedule(state, action: action)
      ?? scheduleRelative(state, dueTime: .seconds(0), action: action)
  }

  package func scheduleRelative<State>(
    _ state: State, dueTime: RxTimeInterval, action: @escaping (State) -> any Disposable
  ) -> any Disposable {
    requests += 1
    if isClosed { lateRequests += 1 }
    let due = now.addingTimeInterval(Self.seconds(dueTime)).timeIntervalSince1970.rounded()
    let result = SingleAssignmentDisposable()
    let step = Step(time: Int(due)) { result.setDisposable(action(state)) }
    steps.append(step)
    guard cancels else { return Disposables.create() }
    return Disposables.create {
      step.run = nil
      result.dispose()
    }
  }

  /// Runs the scheduled actions that are due by a time, in the order of their due times.
  package func advance(to end: Int) {
    while let next = steps.indices.min(by: { steps[$0].time < steps[$1].time }),
      steps[next].time <= end
    {
      let step = steps.remove(at: next)
      guard let run = step.run else { continue }
      step.run = nil
      time = max(time, step.time)
      run()
    }
    time = end
  }

  private static func seconds(_ interval: RxTimeInterval) -> Double {
    switch interval {
    case .seconds(let count): Double(count)
    case .milliseconds(let count): Double(count) / 1e3
    case .microseconds(let count): Double(count) / 1e6
    case .nanoseconds(let count): Double(count) / 1e9
    default: 1e6
    }
  }
}
