public import Foundation

/// A virtual time scheduler whose times are dates, for replaying recorded events.
public class HistoricalScheduler: VirtualTimeScheduler<HistoricalSchedulerTimeConverter>,
  @unchecked Sendable
{
  /// Creates a scheduler.
  ///
  /// - Parameter initialClock: The time at which the clock starts.
  public init(initialClock: RxTime = Date(timeIntervalSince1970: 0)) {
    super.init(initialClock: initialClock, converter: HistoricalSchedulerTimeConverter())
  }
}

/// A converter for virtual times that are dates.
public struct HistoricalSchedulerTimeConverter: VirtualTimeConverterType, Sendable {
  public typealias VirtualTimeUnit = RxTime
  public typealias VirtualTimeIntervalUnit = TimeInterval

  public func convertFromVirtualTime(_ virtualTime: RxTime) -> RxTime { virtualTime }

  public func convertToVirtualTime(_ time: RxTime) -> RxTime { time }

  public func convertFromVirtualTimeInterval(_ interval: TimeInterval) -> TimeInterval {
    interval
  }

  public func convertToVirtualTimeInterval(_ interval: TimeInterval) -> TimeInterval {
    interval
  }

  public func offsetVirtualTime(_ time: RxTime, offset: TimeInterval) -> RxTime {
    time.addingTimeInterval(offset)
  }

  public func compareVirtualTime(_ lhs: RxTime, _ rhs: RxTime) -> VirtualTimeComparison {
    if lhs < rhs { .lessThan } else if lhs == rhs { .equal } else { .greaterThan }
  }
}
