/// When something was subscribed to and when that ended, in virtual time.
public struct Subscription: Hashable, Sendable, CustomDebugStringConvertible {
  /// When it was subscribed to.
  public let subscribe: TestTime
  /// When the subscription ended; `Int.max` if it did not.
  public let unsubscribe: TestTime

  /// A subscription that did not end.
  public init(_ subscribe: TestTime) {
    self.init(subscribe, .max)
  }

  /// A subscription from one time to another.
  public init(_ subscribe: TestTime, _ unsubscribe: TestTime) {
    self.subscribe = subscribe
    self.unsubscribe = unsubscribe
  }

  public var debugDescription: String {
    "(\(subscribe) : \(unsubscribe == .max ? "Infinity" : "\(unsubscribe)"))"
  }
}
