import Synchronization

/// A value whose lifetime is observed, such as an element, an accumulator, a key or a captured
/// value.
final class Token: Sendable, Hashable {
  private let census: TokenCensus
  let number: Int

  fileprivate init(_ census: TokenCensus, _ number: Int) {
    self.census = census
    self.number = number
    census.count(1)
  }

  deinit { census.count(-1) }

  static func == (first: Token, second: Token) -> Bool { first === second }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// An object that creates tokens and counts the tokens that are alive.
final class TokenCensus: Sendable {
  private let alive = Atomic(0)
  private let made = Atomic(0)

  /// The number of tokens that are alive.
  var living: Int { alive.load(ordering: .acquiring) }

  /// Returns a clause about some tokens: `1 value is alive`.
  static func alive(_ count: Int) -> String {
    count == 1 ? "1 value is alive" : "\(count) values are alive"
  }

  func make() -> Token {
    Token(self, made.wrappingAdd(1, ordering: .relaxed).newValue)
  }

  fileprivate func count(_ change: Int) {
    alive.wrappingAdd(change, ordering: .acquiringAndReleasing)
  }
}
