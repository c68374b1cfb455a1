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
  /// Lets what is to happen yet on the feed's behalf come to its end.
  func settle()
}

extension StreamFeed {
  func settle() {}
}
