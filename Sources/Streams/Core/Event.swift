/// An event of an observable sequence. A sequence sends any number of elements, then at most one
/// end: a failure or a completion.
@frozen
public enum Event<Element> {
  /// The next element.
  case next(Element)
  /// A failure. No event follows it.
  case error(any Error)
  /// A completion. No event follows it.
  case completed
}

extension Event: Sendable where Element: Sendable {}

extension Event: CustomDebugStringConvertible {
  /// The name of the case, followed by the element or error, if any, in parentheses.
  public var debugDescription: String {
    switch self {
    case .next(let element): "next(\(element))"
    case .error(let error): "error(\(error))"
    case .completed: "completed"
    }
  }
}

extension Event {
  /// A Boolean value indicating whether the event is an end: a failure or a completion.
  public var isStopEvent: Bool {
    switch self {
    case .next: false
    case .error, .completed: true
    }
  }

  /// The element of a `next` event, otherwise `nil`.
  public var element: Element? {
    if case .next(let element) = self { element } else { nil }
  }

  /// The error of a failure, otherwise `nil`.
  public var error: (any Error)? {
    if case .error(let error) = self { error } else { nil }
  }

  /// A Boolean value indicating whether the event is a completion.
  public var isCompleted: Bool {
    if case .completed = self { true } else { false }
  }

  /// Returns the event with its element replaced by the result of a closure.
  ///
  /// - Parameter transform: A closure that returns the new element, called for `next` only.
  /// - Returns: For `next`, an event with the new element, or a failure with the error that
  ///   `transform` threw. A failure or completion is returned unchanged.
  public func map<Result>(_ transform: (Element) throws -> Result) -> Event<Result> {
    do {
      switch self {
      case .next(let element): return .next(try transform(element))
      case .error(let error): return .error(error)
      case .completed: return .completed
      }
    } catch {
      return .error(error)
    }
  }
}

/// A type whose values represent events, for example the elements that
/// ``ObservableType/materialize()`` sends.
public protocol EventConvertible<Element> {
  /// The type of the event's element.
  associatedtype Element

  /// The represented event.
  var event: Event<Element> { get }
}

extension Event: EventConvertible {
  /// The event itself.
  public var event: Event<Element> { self }
}
