/// What a sequence sends: an element, or one of the two ends.
@frozen
public enum Event<Element> {
  /// The next element.
  case next(Element)
  /// The sequence failed and sends nothing more.
  case error(any Error)
  /// The sequence succeeded and sends nothing more.
  case completed
}

extension Event: Sendable where Element: Sendable {}

extension Event: CustomDebugStringConvertible {
  public var debugDescription: String {
    switch self {
    case .next(let element): "next(\(element))"
    case .error(let error): "error(\(error))"
    case .completed: "completed"
    }
  }
}

extension Event {
  /// Whether the event ends the sequence.
  public var isStopEvent: Bool {
    switch self {
    case .next: false
    case .error, .completed: true
    }
  }

  /// The element of a next event.
  public var element: Element? {
    if case .next(let element) = self { element } else { nil }
  }

  /// The error of an error event.
  public var error: (any Error)? {
    if case .error(let error) = self { error } else { nil }
  }

  /// Whether the event is the successful end.
  public var isCompleted: Bool {
    if case .completed = self { true } else { false }
  }

  /// The event with its element transformed; an error event if the transform throws.
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

/// Something that stands for an event: an event, or an element of `materialize()`.
public protocol EventConvertible<Element> {
  /// The type of the event's element.
  associatedtype Element

  /// The event it stands for.
  var event: Event<Element> { get }
}

extension Event: EventConvertible {
  public var event: Event<Element> { self }
}
