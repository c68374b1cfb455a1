/// A virtual time in ticks.
public typealias TestTime = Int

/// A value and the virtual time at which it was recorded, or at which it will be sent.
public struct Recorded<Value>: CustomDebugStringConvertible {
  /// The virtual time, in ticks.
  public let time: TestTime
  /// The value.
  public let value: Value

  /// Creates a recorded value.
  ///
  /// - Parameters:
  ///   - time: The virtual time, in ticks.
  ///   - value: The value.
  public init(time: TestTime, value: Value) {
    self.time = time
    self.value = value
  }

  /// The value and its virtual time.
  public var debugDescription: String { "\(value) @ \(time)" }
}

extension Recorded: Equatable where Value: Equatable {}
extension Recorded: Sendable where Value: Sendable {}

extension Recorded {
  /// Returns a record of an element at a virtual time.
  ///
  /// - Parameters:
  ///   - time: The virtual time.
  ///   - element: The element.
  /// - Returns: The recorded event.
  public static func next<T>(_ time: TestTime, _ element: T) -> Recorded<Event<T>>
  where Value == Event<T> {
    Recorded(time: time, value: .next(element))
  }

  /// Returns a record of a completion at a virtual time.
  ///
  /// - Parameters:
  ///   - time: The virtual time.
  ///   - type: The type of the elements, if it is not inferred.
  /// - Returns: The recorded event.
  public static func completed<T>(
    _ time: TestTime, _ type: T.Type = T.self
  ) -> Recorded<Event<T>> where Value == Event<T> {
    Recorded(time: time, value: .completed)
  }

  /// Returns a record of a failure at a virtual time.
  ///
  /// - Parameters:
  ///   - time: The virtual time.
  ///   - error: The error.
  ///   - type: The type of the elements, if it is not inferred.
  /// - Returns: The recorded event.
  public static func error<T>(
    _ time: TestTime, _ error: any Error, _ type: T.Type = T.self
  ) -> Recorded<Event<T>> where Value == Event<T> {
    Recorded(time: time, value: .error(error))
  }
}

extension Recorded {
  /// Returns the given events as an array, and lets the compiler infer their type.
  ///
  /// - Parameter recordedEvents: The events and their times.
  /// - Returns: The events, in the same order.
  public static func events<T>(_ recordedEvents: Recorded<Event<T>>...) -> [Recorded<Event<T>>]
  where Value == Event<T> {
    recordedEvents
  }

  /// Returns an array of events unchanged, and lets the compiler infer its type.
  ///
  /// - Parameter recordedEvents: The events and their times.
  /// - Returns: The same array.
  public static func events<T>(_ recordedEvents: [Recorded<Event<T>>]) -> [Recorded<Event<T>>]
  where Value == Event<T> {
    recordedEvents
  }
}
