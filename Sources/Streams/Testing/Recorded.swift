/// A virtual time in ticks.
public typealias TestTime = Int

/// A value with the virtual time at which it was, or is to be, recorded.
public struct Recorded<Value>: CustomDebugStringConvertible {
  /// The virtual time.
  public let time: TestTime
  /// The value.
  public let value: Value

  /// A value and its time.
  public init(time: TestTime, value: Value) {
    self.time = time
    self.value = value
  }

  public var debugDescription: String { "\(value) @ \(time)" }
}

extension Recorded: Equatable where Value: Equatable {}
extension Recorded: Sendable where Value: Sendable {}

extension Recorded {
  /// An element at a time.
  public static func next<T>(_ time: TestTime, _ element: T) -> Recorded<Event<T>>
  where Value == Event<T> {
    Recorded(time: time, value: .next(element))
  }

  /// The successful end at a time.
  public static func completed<T>(
    _ time: TestTime, _ type: T.Type = T.self
  ) -> Recorded<Event<T>> where Value == Event<T> {
    Recorded(time: time, value: .completed)
  }

  /// A failure at a time.
  public static func error<T>(
    _ time: TestTime, _ error: any Error, _ type: T.Type = T.self
  ) -> Recorded<Event<T>> where Value == Event<T> {
    Recorded(time: time, value: .error(error))
  }
}

extension Recorded {
  /// A list of recorded events, whose type is inferred.
  public static func events<T>(_ recordedEvents: Recorded<Event<T>>...) -> [Recorded<Event<T>>]
  where Value == Event<T> {
    recordedEvents
  }

  /// A list of recorded events, whose type is inferred.
  public static func events<T>(_ recordedEvents: [Recorded<Event<T>>]) -> [Recorded<Event<T>>]
  where Value == Event<T> {
    recordedEvents
  }
}
