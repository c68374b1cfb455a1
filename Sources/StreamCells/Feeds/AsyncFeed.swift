import Streams

/// An object that sends through an asynchronous sequence, whose tasks take their steps on request
/// only: nothing of a cell happens on a thread that the cell does not wait for.
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
