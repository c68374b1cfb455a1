import Streams

/// An object through which a matrix cell sends events into the stream that the cell tests.
///
/// The stream does not retain the feed, so the feed is never part of a cell's cycle.
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
