import Streams

/// A feed that sends through an asynchronous sequence. Its tasks run only inside `send(_:)` and
/// `settle()`, on the calling thread.
final class AsyncFeed: StreamFeed {
  private let ticks = Ticks()
  private let executor = TurnExecutor()

  func observable(sending events: [Event<Int>]) -> Observable<Int> {
    ticks.asObservable(executorPreference: executor)
  }

  func send(_ event: Event<Int>) {
    executor.run()
    for channel in ticks.channels { channel.send(event) }
    executor.run()
  }

  func settle() { executor.run() }
}
