public import Dispatch
public import Foundation

/// An absolute time.
public typealias RxTime = Date

/// A time interval.
public typealias RxTimeInterval = DispatchTimeInterval

extension DispatchTimeInterval {
  /// The interval in seconds; infinite for `.never`.
  var seconds: TimeInterval {
    switch self {
    case .seconds(let value): TimeInterval(value)
    case .milliseconds(let value): TimeInterval(value) / 1e3
    case .microseconds(let value): TimeInterval(value) / 1e6
    case .nanoseconds(let value): TimeInterval(value) / 1e9
    case .never: .infinity
    @unknown default: .infinity
    }
  }

  /// Returns the time from `now` to the end of this interval, which began at `start`. The result is
  /// at least 0; `.never` if this interval is `.never` or if at least 2⁶³ microseconds remain.
  ///
  /// The result is rounded to microseconds, which removes the rounding errors of date arithmetic
  /// and is precise enough for a timer.
  func remaining(since start: RxTime, now: RxTime) -> DispatchTimeInterval {
    guard self != .never else { return .never }
    let left = (seconds - now.timeIntervalSince(start)) * 1e6
    guard left < 0x1p63 else { return .never }
    return .microseconds(Int(Swift.max(0, left.rounded())))
  }

  /// A Boolean value indicating whether the interval is zero or negative.
  var isZeroOrNegative: Bool { seconds <= 0 }
}

extension Date {
  /// Returns this date plus an interval, or the distant future if the interval is `.never`.
  func adding(_ interval: DispatchTimeInterval) -> Date {
    interval == .never ? .distantFuture : addingTimeInterval(interval.seconds)
  }
}
