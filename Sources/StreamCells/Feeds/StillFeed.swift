import Streams

/// A feed whose stream takes no input. The stream sends all its events at subscription.
final class StillFeed: StreamFeed {
  private let stream: Observable<Int>

  init(_ stream: Observable<Int>) {
    self.stream = stream
  }

  func observable(sending events: [Event<Int>]) -> Observable<Int> { stream }

  func send(_ event: Event<Int>) {}
}
