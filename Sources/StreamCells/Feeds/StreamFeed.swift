import Streams

/// The producing side of a cell: the object that sends events into the stream under test for the
/// host.
///
/// A feed never keeps itself alive through the stream, so the feed is never part of a cell's cycle.
protocol StreamFeed: AnyObject {
  /// Returns the stream that the feed sends into.
  ///
  /// - Parameter events: The events that the subscriber receives before `subscribe` returns.
  func observable(sending events: [Event<Int>]) -> Observable<Int>
  func send(_ event: Event<Int>)
  /// Completes the pending work of the feed.
  func settle()
}

extension StreamFeed {
  func settle() {}
}
