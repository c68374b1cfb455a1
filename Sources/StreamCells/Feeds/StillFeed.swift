import Streams

/// A stream that nobody sends into: all that it has to say it says when it is subscribed to.
final class StillFeed: StreamFeed {
  private let stream: Observable<Int>

  init(_ stream: Observable<Int>) {
    self.stream = stream
  }

  func observable(sending events: [Event<Int>]) -> Observable<Int> { stream }

  func send(_ event: Event<Int>) {}
}
