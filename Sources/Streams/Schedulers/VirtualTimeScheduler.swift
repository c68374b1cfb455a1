public import Foundation

/// A scheduler whose clock advances only on request.
///
/// Work runs on the thread that calls ``start()`` or ``advanceTo(_:)``, in the order of its virtual
/// time. Work that is due at the same time runs in the order in which it was scheduled. The
/// scheduler must not be used on several threads at once.
open class VirtualTimeScheduler<Converter: VirtualTimeConverterType>: SchedulerType,
  @unchecked Sendable
{
  /// The type of absolute virtual times.
  public typealias VirtualTime = Converter.VirtualTimeUnit
  /// The type of virtual time intervals.
  public typealias VirtualTimeInterval = Converter.VirtualTimeIntervalUnit

  private let converter: Converter
  private var queue: PriorityQueue<VirtualTimeItem<VirtualTime>>
  private var currentClock: VirtualTime
  private var nextNumber = 0
  /// The number of calls to `run` in progress: more than 1 if an action advances the scheduler.
  private var runs = 0
  private var isStopped = false

  /// The current virtual time.
  public var clock: VirtualTime { currentClock }

  /// The current virtual time, converted to real time.
  public var now: RxTime { converter.convertFromVirtualTime(clock) }

  /// Creates a scheduler.
  ///
  /// - Parameters:
  ///   - initialClock: The virtual time at which the clock starts.
  ///   - converter: The conversion between virtual and real time.
  public init(initialClock: VirtualTime, converter: Converter) {
    currentClock = initialClock
    self.converter = converter
    queue = PriorityQueue { first, second in
      switch converter.compareVirtualTime(first.time, second.time) {
      case .lessThan: true
      case .equal: first.number < second.number
      case .greaterThan: false
      }
    }
  }

  /// Schedules an action to run at the current virtual time.
  ///
  /// The action runs when the scheduler advances.
  ///
  /// - Parameters:
  ///   - state: The value that is passed to the action.
  ///   - action: The closure to run. It returns a disposable that cancels the work it started.
  /// - Returns: A disposable that cancels the action or, if the action has already run, disposes
  ///   the disposable that the action returned.
  public func schedule<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    scheduleRelative(state, dueTime: .microseconds(0), action: action)
  }

  /// Schedules an action to run after a delay in virtual time.
  ///
  /// The action runs when the scheduler reaches that time.
  ///
  /// - Parameters:
  ///   - state: The value that is passed to the action.
  ///   - dueTime: The delay.
  ///   - action: The closure to run. It returns a disposable that cancels the work it started.
  /// - Returns: A disposable that cancels the action or, if the action has already run, disposes
  ///   the disposable that the action returned.
  public func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    let time = converter.convertToVirtualTime(now.adding(dueTime))
    return scheduleAbsoluteVirtual(state, time: adjustScheduledTime(time), action: action)
  }

  /// Schedules an action to run after a virtual interval.
  ///
  /// - Parameters:
  ///   - state: The value that is passed to the action.
  ///   - dueTime: The interval from the current virtual time.
  ///   - action: The closure to run. It returns a disposable that cancels the work it started.
  /// - Returns: A disposable that cancels the action or, if the action has already run, disposes
  ///   the disposable that the action returned.
  public func scheduleRelativeVirtual<StateType>(
    _ state: StateType, dueTime: VirtualTimeInterval,
    action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    let time = converter.offsetVirtualTime(clock, offset: dueTime)
    return scheduleAbsoluteVirtual(state, time: adjustScheduledTime(time), action: action)
  }

  /// Schedules an action to run at a virtual time.
  ///
  /// - Parameters:
  ///   - state: The value that is passed to the action.
  ///   - time: The virtual time. If it is in the past, the clock is not moved back, and the action
  ///     runs before the actions that are due at the current time or later.
  ///   - action: The closure to run. It returns a disposable that cancels the work it started.
  /// - Returns: A disposable that cancels the action or, if the action has already run, disposes
  ///   the disposable that the action returned.
  public func scheduleAbsoluteVirtual<StateType>(
    _ state: StateType, time: VirtualTime, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    let item = ScheduledItem { action(state) }
    queue.insert(VirtualTimeItem(time: time, number: nextNumber, item: item))
    nextNumber += 1
    return item
  }

  /// Adjusts the virtual time of work that is scheduled relative to the current time.
  ///
  /// The default implementation returns its argument. A subclass may, for example, move work that
  /// is due immediately to the next tick.
  ///
  /// - Parameter time: The virtual time at which the work is due.
  /// - Returns: The virtual time for which the work is scheduled.
  open func adjustScheduledTime(_ time: VirtualTime) -> VirtualTime { time }

  /// Runs all scheduled work, including work that is scheduled meanwhile, until none remains or
  /// ``stop()`` is called. The clock advances to the time of each action before the action runs.
  /// Does nothing if the scheduler is already running.
  public func start() {
    if runs == 0 { run { _ in true } }
  }

  /// Runs all work that is due up to a virtual time, or until ``stop()`` is called, and then moves
  /// the clock forward to that time. A running action may call this function.
  ///
  /// - Parameter virtualTime: The virtual time to advance to.
  public func advanceTo(_ virtualTime: VirtualTime) {
    run { [converter] in !converter.compareVirtualTime($0, virtualTime).greaterThan }
    moveClock(to: virtualTime)
  }

  /// Moves the clock without running any work.
  ///
  /// - Parameter virtualInterval: The interval by which the clock moves; not negative.
  public func sleep(_ virtualInterval: VirtualTimeInterval) {
    let time = converter.offsetVirtualTime(clock, offset: virtualInterval)
    precondition(
      !converter.compareVirtualTime(time, clock).lessThen, "virtualInterval must not be negative.")
    currentClock = time
  }

  /// Makes `start()` or `advanceTo(_:)` return when the running action has returned.
  public func stop() {
    isStopped = true
  }

  private func run(while isDue: (VirtualTime) -> Bool) {
    if runs == 0 { isStopped = false }
    runs += 1
    while !isStopped, let next = queue.first, isDue(next.time) {
      _ = queue.popFirst()
      if next.item.isDisposed { continue }
      moveClock(to: next.time)
      next.item.invoke()
    }
    runs -= 1
  }

  private func moveClock(to time: VirtualTime) {
    if converter.compareVirtualTime(time, clock).greaterThan { currentClock = time }
  }
}

/// An action and its virtual due time. Items with the same time run in the order of `number`.
struct VirtualTimeItem<VirtualTime> {
  let time: VirtualTime
  let number: Int
  let item: ScheduledItem
}

extension VirtualTimeScheduler: CustomDebugStringConvertible {
  /// The type of the scheduler and its current virtual time.
  public var debugDescription: String { "\(type(of: self)) at \(clock)" }
}
