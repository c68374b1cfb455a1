internal import Dispatch
internal import Foundation

/// A dispatch queue, and the leeway of the timers that run on it.
struct DispatchQueueConfiguration {
  let queue: DispatchQueue
  let leeway: DispatchTimeInterval

  /// Schedules an action to run as soon as possible.
  func schedule<State>(
    _ state: State, action: @escaping (State) -> any Disposable
  ) -> any Disposable {
    let item = ScheduledItem { action(state) }
    let reference = UncheckedReference(item)
    queue.async { reference.object.invoke() }
    return item
  }

  /// Schedules an action to run after a delay.
  func scheduleRelative<State>(
    _ state: State, dueTime: DispatchTimeInterval, action: @escaping (State) -> any Disposable
  ) -> any Disposable {
    let item = ScheduledItem { action(state) }
    let timer = QueueTimer(queue: queue, leeway: leeway)
    timer.start(after: dueTime, period: .never) { item.invoke() }
    return BinaryDisposable(AnonymousDisposable { timer.cancel() }, item)
  }

  /// Schedules an action to run at regular intervals.
  func schedulePeriodic<State>(
    _ state: State, startAfter: DispatchTimeInterval, period: DispatchTimeInterval,
    action: @escaping (State) -> State
  ) -> any Disposable {
    var state = state
    let timer = QueueTimer(queue: queue, leeway: leeway)
    timer.start(after: startAfter, period: period) { state = action(state) }
    return AnonymousDisposable { timer.cancel() }
  }
}

/// A reference that may be passed to another thread. The compiler does not check that this is safe.
struct UncheckedReference<Object: AnyObject>: @unchecked Sendable {
  let object: Object

  init(_ object: Object) { self.object = object }
}
