import Streams

/// A feed whose stream is made from the stream of another feed, for example by `deferred` or
/// `using`.
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
