public import Foundation

/// Translates between the time of a virtual scheduler and real time.
public protocol VirtualTimeConverterType {
  /// The type of absolute virtual times.
  associatedtype VirtualTimeUnit
  /// The type of spans of virtual time.
  associatedtype VirtualTimeIntervalUnit

  /// The real time of a virtual one.
  func convertFromVirtualTime(_ virtualTime: VirtualTimeUnit) -> RxTime

  /// The virtual time of a real one.
  func convertToVirtualTime(_ time: RxTime) -> VirtualTimeUnit

  /// The seconds of a virtual span.
  func convertFromVirtualTimeInterval(
    _ virtualTimeInterval: VirtualTimeIntervalUnit
  ) -> TimeInterval

  /// The virtual span of so many seconds.
  func convertToVirtualTimeInterval(_ timeInterval: TimeInterval) -> VirtualTimeIntervalUnit

  /// A virtual time moved by a span.
  func offsetVirtualTime(
    _ time: VirtualTimeUnit, offset: VirtualTimeIntervalUnit
  ) -> VirtualTimeUnit

  /// How two virtual times are ordered.
  func compareVirtualTime(
    _ lhs: VirtualTimeUnit, _ rhs: VirtualTimeUnit
  ) -> VirtualTimeComparison
}

/// How a virtual time is ordered relative to another.
public enum VirtualTimeComparison {
  case lessThan
  case equal
  case greaterThan

  /// Whether the first time is earlier.
  public var lessThen: Bool { self == .lessThan }

  /// Whether the first time is later.
  public var greaterThan: Bool { self == .greaterThan }

  /// Whether both times are the same.
  public var equal: Bool { self == .equal }
}
