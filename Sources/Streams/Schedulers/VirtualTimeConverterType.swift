public import Foundation

/// A type that converts between the time of a virtual time scheduler and real time.
public protocol VirtualTimeConverterType {
  /// The type of absolute virtual times.
  associatedtype VirtualTimeUnit
  /// The type of virtual time intervals.
  associatedtype VirtualTimeIntervalUnit

  /// Returns the real time that corresponds to a virtual time.
  ///
  /// - Parameter virtualTime: The virtual time.
  /// - Returns: The date that corresponds to `virtualTime`.
  func convertFromVirtualTime(_ virtualTime: VirtualTimeUnit) -> RxTime

  /// Returns the virtual time that corresponds to a real time.
  ///
  /// - Parameter time: The real time.
  /// - Returns: The virtual time that corresponds to `time`.
  func convertToVirtualTime(_ time: RxTime) -> VirtualTimeUnit

  /// Returns the length of a virtual interval in seconds.
  ///
  /// - Parameter virtualTimeInterval: The virtual interval.
  /// - Returns: The length in seconds.
  func convertFromVirtualTimeInterval(
    _ virtualTimeInterval: VirtualTimeIntervalUnit
  ) -> TimeInterval

  /// Returns the virtual interval that corresponds to a length in seconds.
  ///
  /// - Parameter timeInterval: The length in seconds.
  /// - Returns: The virtual interval.
  func convertToVirtualTimeInterval(_ timeInterval: TimeInterval) -> VirtualTimeIntervalUnit

  /// Returns the sum of a virtual time and an interval.
  ///
  /// - Parameters:
  ///   - time: The virtual time.
  ///   - offset: The interval to add.
  /// - Returns: The virtual time `offset` after `time`.
  func offsetVirtualTime(
    _ time: VirtualTimeUnit, offset: VirtualTimeIntervalUnit
  ) -> VirtualTimeUnit

  /// Returns the order of two virtual times.
  ///
  /// - Parameters:
  ///   - lhs: A virtual time.
  ///   - rhs: Another virtual time.
  /// - Returns: The order of `lhs` relative to `rhs`.
  func compareVirtualTime(
    _ lhs: VirtualTimeUnit, _ rhs: VirtualTimeUnit
  ) -> VirtualTimeComparison
}

/// The order of two virtual times.
public enum VirtualTimeComparison {
  /// The first time is earlier.
  case lessThan
  /// Both times are the same.
  case equal
  /// The first time is later.
  case greaterThan

  /// A Boolean value indicating whether the first time is earlier. The name is misspelled for
  /// source compatibility with RxSwift.
  public var lessThen: Bool { self == .lessThan }

  /// A Boolean value indicating whether the first time is later.
  public var greaterThan: Bool { self == .greaterThan }

  /// A Boolean value indicating whether both times are the same.
  public var equal: Bool { self == .equal }
}
