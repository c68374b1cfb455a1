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
  /// A date.
  public typealias VirtualTimeUnit = RxTime

  /// A length of time in seconds.
  public typealias VirtualTimeIntervalUnit = TimeInterval

  /// Returns the real time that corresponds to a virtual time.
  ///
  /// - Parameter virtualTime: The virtual time.
  /// - Returns: The same date.
  public func convertFromVirtualTime(_ virtualTime: RxTime) -> RxTime { virtualTime }

  /// Returns the virtual time that corresponds to a real time.
  ///
  /// - Parameter time: The real time.
  /// - Returns: The same date.
  public func convertToVirtualTime(_ time: RxTime) -> RxTime { time }

  /// Returns the length of a virtual interval in seconds.
  ///
  /// - Parameter interval: The virtual interval.
  /// - Returns: The same length.
  public func convertFromVirtualTimeInterval(_ interval: TimeInterval) -> TimeInterval {
    interval
  }

  /// Returns the virtual interval that corresponds to a length in seconds.
  ///
  /// - Parameter interval: The length in seconds.
  /// - Returns: The same length.
  public func convertToVirtualTimeInterval(_ interval: TimeInterval) -> TimeInterval {
    interval
  }

  /// Returns the sum of a virtual time and an interval.
  ///
  /// - Parameters:
  ///   - time: The virtual time.
  ///   - offset: The interval in seconds.
  /// - Returns: The date `offset` seconds after `time`.
  public func offsetVirtualTime(_ time: RxTime, offset: TimeInterval) -> RxTime {
    time.addingTimeInterval(offset)
  }

  /// Returns the order of two virtual times.
  ///
  /// - Parameters:
  ///   - lhs: A virtual time.
  ///   - rhs: Another virtual time.
  /// - Returns: The order of `lhs` relative to `rhs`.
  public func compareVirtualTime(_ lhs: RxTime, _ rhs: RxTime) -> VirtualTimeComparison {
    if lhs < rhs { .lessThan } else if lhs == rhs { .equal } else { .greaterThan }
  }
}
