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

  /// Returns the part of the interval that remains at `now` if the interval began at `start`: at
  /// least zero, and `.never` if it is `.never` or too long to count in microseconds.
  ///
  /// The result is rounded to microseconds, which removes the rounding errors of date arithmetic
  /// and is precise enough for a timer.
  func remaining(since start: RxTime, now: RxTime) -> DispatchTimeInterval {
    guard self != .never else { return .never }
    let left = (seconds - now.timeIntervalSince(start)) * 1e6
    guard left < 0x1p63 else { return .never }
    return .microseconds(Swift.max(0, Int(left.rounded())))
  }

  /// A Boolean value indicating whether the interval is zero or negative.
  var isNothing: Bool { seconds <= 0 }
}

extension Date {
  /// Returns the date after an interval; the distant future for `.never`.
  func adding(_ interval: DispatchTimeInterval) -> Date {
    interval == .never ? .distantFuture : addingTimeInterval(interval.seconds)
  }
}
