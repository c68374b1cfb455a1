import Streams
import Synchronization

/// An asynchronous sequence. Each iteration receives its events through its own channel.
final class Ticks: AsyncSequence, Sendable {
  typealias Element = Int

  private let state = Mutex([TickChannel]())

  struct Iterator: AsyncIteratorProtocol {
    fileprivate let channel: TickChannel

    func next() async throws -> Int? {
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { channel.requestNext($0) }
      } onCancel: {
        channel.cancel()
      }
    }
  }

  func makeAsyncIterator() -> Iterator {
    let channel = TickChannel()
    state.withLock { $0.append(channel) }
    return Iterator(channel: channel)
  }

  /// A channel for each iteration that has started.
  var channels: [TickChannel] { state.withLock { $0 } }
}
