public import Dispatch
public import Foundation

/// An absolute time.
public typealias RxTime = Date

/// A span of time.
public typealias RxTimeInterval = DispatchTimeInterval

extension DispatchTimeInterval {
  /// The span in seconds; infinite for `.never`.
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

  /// What is left of the span after part of it has passed; not less than nothing.
  ///
  /// Rounded to microseconds, which is finer than any timer and absorbs what adding and
  /// subtracting dates loses.
  func remaining(since start: RxTime, now: RxTime) -> DispatchTimeInterval {
    guard self != .never else { return .never }
    let left = (seconds - now.timeIntervalSince(start)) * 1e6
    return .microseconds(Swift.max(0, Int(left.rounded())))
  }

  /// Whether nothing is left of the span.
  var isNothing: Bool { seconds <= 0 }
}

extension Date {
  /// The date a span later; the distant future for `.never`.
  func adding(_ interval: DispatchTimeInterval) -> Date {
    interval == .never ? .distantFuture : addingTimeInterval(interval.seconds)
  }
}
