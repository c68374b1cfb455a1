/// The values and subscriptions that a live subscription must retain for later events.
struct Retention: Sendable, ExpressibleByIntegerLiteral {
  /// The number of values after the first round of events.
  var values: Int
  /// The number by which each further round of events increases the number of values.
  var valuesPerRound = 0
  /// The number of subscriptions that each further round of events starts and does not end.
  var subscriptionsPerRound = 0

  init(integerLiteral value: Int) { values = value }

  init(values: Int = 0, valuesPerRound: Int = 0, subscriptionsPerRound: Int = 0) {
    self.values = values
    self.valuesPerRound = valuesPerRound
    self.subscriptionsPerRound = subscriptionsPerRound
  }

  /// One value for each element of the first stream.
  static let eachElement = Retention(values: 1, valuesPerRound: 1)

  /// One subscription for each element of the first stream.
  static let eachSubscription = Retention(subscriptionsPerRound: 1)

  /// At most two values and one subscription for each further element of the first stream. The
  /// values are the element and the token of its inner stream, which waits to be subscribed to. The
  /// inner stream of the first element is subscribed to immediately; only the element is retained.
  static let eachWaitingStream = Retention(
    values: 1, valuesPerRound: 2, subscriptionsPerRound: 1)

  /// A Boolean value indicating whether the number of retained values or subscriptions grows with
  /// each round of events.
  var grows: Bool { valuesPerRound > 0 || subscriptionsPerRound > 0 }

  /// Returns the number of values after some rounds of events.
  func values(after rounds: Int) -> Int { values + valuesPerRound * (rounds - 1) }
}
