/// The virtual times at which a subscription began and ended.
public struct Subscription: Hashable, Sendable, CustomDebugStringConvertible {
  /// The time at which the subscription was made.
  public let subscribe: TestTime
  /// The time at which the subscription ended; `Int.max` if it did not end.
  public let unsubscribe: TestTime

  /// Creates a record of a subscription that did not end.
  ///
  /// - Parameter subscribe: The time at which the subscription was made.
  public init(_ subscribe: TestTime) {
    self.init(subscribe, .max)
  }

  /// Creates a record of a subscription.
  ///
  /// - Parameters:
  ///   - subscribe: The time at which the subscription was made.
  ///   - unsubscribe: The time at which the subscription ended; `Int.max` if it did not end.
  public init(_ subscribe: TestTime, _ unsubscribe: TestTime) {
    self.subscribe = subscribe
    self.unsubscribe = unsubscribe
  }

  /// The virtual times of the subscription and of its end.
  public var debugDescription: String {
    "(\(subscribe) : \(unsubscribe == .max ? "Infinity" : "\(unsubscribe)"))"
  }
}
