public import Foundation

/// Runs work in virtual time, which only moves when the scheduler is told to.
///
/// Not for use from several threads at once.
open class VirtualTimeScheduler<Converter: VirtualTimeConverterType>: SchedulerType,
  @unchecked Sendable
{
  /// The type of absolute virtual times.
  public typealias VirtualTime = Converter.VirtualTimeUnit
  /// The type of spans of virtual time.
  public typealias VirtualTimeInterval = Converter.VirtualTimeIntervalUnit

  private let converter: Converter
  private var queue: PriorityQueue<VirtualTimeItem<VirtualTime>>
  private var currentClock: VirtualTime
  private var nextNumber = 0
  private var isRunning = false

  /// The present virtual time.
  public var clock: VirtualTime { currentClock }

  /// The present time.
  public var now: RxTime { converter.convertFromVirtualTime(clock) }

  /// A scheduler that starts at a given time.
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

  public func schedule<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    scheduleRelative(state, dueTime: .microseconds(0), action: action)
  }

  public func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    let time = converter.convertToVirtualTime(now.adding(dueTime))
    return scheduleAbsoluteVirtual(state, time: adjustScheduledTime(time), action: action)
  }

  /// Schedules an action after a virtual span.
  public func scheduleRelativeVirtual<StateType>(
    _ state: StateType, dueTime: VirtualTimeInterval,
    action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    let time = converter.offsetVirtualTime(clock, offset: dueTime)
    return scheduleAbsoluteVirtual(state, time: adjustScheduledTime(time), action: action)
  }

  /// Schedules an action at a virtual time.
  public func scheduleAbsoluteVirtual<StateType>(
    _ state: StateType, time: VirtualTime, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    let item = ScheduledItem { action(state) }
    queue.insert(VirtualTimeItem(time: time, number: nextNumber, item: item))
    nextNumber += 1
    return item
  }

  /// Adjusts the time of scheduling; a subclass may move what is due at once.
  open func adjustScheduledTime(_ time: VirtualTime) -> VirtualTime { time }

  /// Runs everything that is scheduled, and what that schedules, until nothing is left.
  public func start() {
    run { _ in true }
  }

  /// Runs everything that is due up to a virtual time, and moves the clock there.
  public func advanceTo(_ virtualTime: VirtualTime) {
    run { [converter] in !converter.compareVirtualTime($0, virtualTime).greaterThan }
    currentClock = virtualTime
  }

  /// Moves the clock by a virtual span without running anything.
  public func sleep(_ virtualInterval: VirtualTimeInterval) {
    let time = converter.offsetVirtualTime(clock, offset: virtualInterval)
    precondition(
      !converter.compareVirtualTime(time, clock).lessThen, "Virtual time does not run backwards.")
    currentClock = time
  }

  /// Lets `start()` or `advanceTo(_:)` return after the work that is running.
  public func stop() {
    isRunning = false
  }

  private func run(while isDue: (VirtualTime) -> Bool) {
    guard !isRunning else { return }
    isRunning = true
    while isRunning, let next = queue.first, isDue(next.time) {
      _ = queue.popFirst()
      if next.item.isDisposed { continue }
      if converter.compareVirtualTime(next.time, clock).greaterThan { currentClock = next.time }
      next.item.invoke()
    }
    isRunning = false
  }
}

/// An action that waits for its virtual time; equal times are ordered by number.
struct VirtualTimeItem<VirtualTime> {
  let time: VirtualTime
  let number: Int
  let item: ScheduledItem
}

extension VirtualTimeScheduler: CustomDebugStringConvertible {
  public var debugDescription: String { "\(type(of: self)) at \(clock)" }
}
