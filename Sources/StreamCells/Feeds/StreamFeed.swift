import Streams

/// The producing side of a cell: what sends, on the host's behalf, into the stream under test.
///
/// A feed never keeps itself alive through the stream, so that nothing of a
/// cell's cycle is the feed's doing.
protocol StreamFeed: AnyObject {
  /// The stream that the feed sends into.
  ///
  /// - Parameter events: What the subscriber gets before `subscribe` returns.
  func observable(sending events: [Event<Int>]) -> Observable<Int>
  func send(_ event: Event<Int>)
  /// Completes the pending work of the feed.
  func settle()
}

extension StreamFeed {
  func settle() {}
}
