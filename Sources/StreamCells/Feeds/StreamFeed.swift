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

/// A feed whose stream is made from another's: `deferred`, `using`.
final class WrappedFeed: StreamFeed {
  private let inner = CreateFeed()
  private let wrap: (Observable<Int>) -> Observable<Int>

  init(_ wrap: @escaping (Observable<Int>) -> Observable<Int>) {
    self.wrap = wrap
  }

  func observable(sending events: [Event<Int>]) -> Observable<Int> {
    wrap(inner.observable(sending: events))
  }

  func send(_ event: Event<Int>) {
    inner.send(event)
  }
}

/// A stream that nobody sends into: all that it has to say it says when it is subscribed to.
final class StillFeed: StreamFeed {
  private let stream: Observable<Int>

  init(_ stream: Observable<Int>) {
    self.stream = stream
  }

  func observable(sending events: [Event<Int>]) -> Observable<Int> { stream }

  func send(_ event: Event<Int>) {}
}
