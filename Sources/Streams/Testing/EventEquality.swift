/// Events are equal if their elements are equal, if their errors have the same type and
/// description, or if both are completions.
extension Event: Equatable where Element: Equatable {
  /// Returns a Boolean value indicating whether two events are equal.
  ///
  /// - Parameters:
  ///   - lhs: An event.
  ///   - rhs: Another event.
  /// - Returns: `true` if the events are equal.
  public static func == (lhs: Event<Element>, rhs: Event<Element>) -> Bool {
    switch (lhs, rhs) {
    case (.next(let first), .next(let second)): first == second
    case (.error(let first), .error(let second)): haveSameTypeAndDescription(first, second)
    case (.completed, .completed): true
    default: false
    }
  }
}

/// Events are equal if their elements are equal, if their errors have the same type and
/// description, or if both are completions.
extension MaybeEvent: Equatable where Element: Equatable {
  /// Returns a Boolean value indicating whether two events are equal.
  ///
  /// - Parameters:
  ///   - lhs: An event.
  ///   - rhs: Another event.
  /// - Returns: `true` if the events are equal.
  public static func == (lhs: MaybeEvent<Element>, rhs: MaybeEvent<Element>) -> Bool {
    switch (lhs, rhs) {
    case (.success(let first), .success(let second)): first == second
    case (.error(let first), .error(let second)): haveSameTypeAndDescription(first, second)
    case (.completed, .completed): true
    default: false
    }
  }
}

/// Events are equal if their errors have the same type and description, or if both are completions.
extension CompletableEvent: Equatable {
  /// Returns a Boolean value indicating whether two events are equal.
  ///
  /// - Parameters:
  ///   - lhs: An event.
  ///   - rhs: Another event.
  /// - Returns: `true` if the events are equal.
  public static func == (lhs: CompletableEvent, rhs: CompletableEvent) -> Bool {
    switch (lhs, rhs) {
    case (.error(let first), .error(let second)): haveSameTypeAndDescription(first, second)
    case (.completed, .completed): true
    default: false
    }
  }
}

/// Returns a Boolean value indicating whether two events of `Single` sequences are equal.
///
/// Events are equal if their elements are equal, or if their errors have the same type and
/// description.
///
/// - Parameters:
///   - lhs: An event.
///   - rhs: Another event.
/// - Returns: `true` if the events are equal.
public func == <Element: Equatable>(
  lhs: SingleEvent<Element>, rhs: SingleEvent<Element>
) -> Bool {
  switch (lhs, rhs) {
  case (.success(let first), .success(let second)): first == second
  case (.failure(let first), .failure(let second)): haveSameTypeAndDescription(first, second)
  default: false
  }
}

/// Returns whether two errors have the same type and description. Errors need not be `Equatable`.
private func haveSameTypeAndDescription(_ first: any Error, _ second: any Error) -> Bool {
  type(of: first) == type(of: second) && "\(first)" == "\(second)"
}
