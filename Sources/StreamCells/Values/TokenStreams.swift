import Streams

/// The streams of tokens, the clock and the census of one run of a cell about values.
///
/// Only one thread at a time may use it.
final class TokenStreams {
  let census = TokenCensus()
  /// The first stream, to which an operator is applied.
  let feed: TokenFeed
  /// The second stream, for operators that need one.
  let inner: TokenFeed
  var clock: ValueClock

  init(_ kind: ValueClock.Kind = .virtual) {
    clock = ValueClock(kind)
    feed = TokenFeed(census)
    inner = TokenFeed(census)
  }

  /// The number of subscriptions to the streams that have not been disposed.
  var subscriptionCount: Int { feed.observerCount + inner.observerCount }

  /// Returns a new sequence that an operator makes from the streams.
  func observable(of valueOperator: ValueOperator) -> Observable<Token> {
    valueOperator.apply(
      ValueOperator.OperatorInputs(
        feed: feed, innerFeed: inner, clock: clock.scheduler, census: census))
  }
}
