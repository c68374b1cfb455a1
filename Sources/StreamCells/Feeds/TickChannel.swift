import Streams
import Synchronization

/// A channel that passes events from a sender to one iteration of an asynchronous sequence.
final class TickChannel: Sendable {
  typealias Continuation = CheckedContinuation<Int?, any Error>

  private struct State {
    var continuation: Continuation?
    var waiting: [Event<Int>] = []
    var isOver = false
  }

  private let state = Mutex(State())

  /// Delivers an event, either immediately or when the iteration requests it.
  func send(_ event: Event<Int>) {
    state.withLock { $0.waiting.append(event) }
    deliverIfPossible()
  }

  /// Requests the next event of the iteration.
  func requestNext(_ continuation: Continuation) {
    state.withLock { $0.continuation = continuation }
    deliverIfPossible()
  }

  /// Ends the iteration, before or during a request.
  func cancel() {
    state.withLock { $0.isOver = true }
    deliverIfPossible()
  }

  private func deliverIfPossible() {
    let (continuation, event) = state.withLock { state -> (Continuation?, Event<Int>) in
      guard let continuation = state.continuation, state.isOver || !state.waiting.isEmpty else {
        return (nil, .completed)
      }
      state.continuation = nil
      return (continuation, state.isOver ? .completed : state.waiting.removeFirst())
    }
    switch event {
    case .next(let element): continuation?.resume(returning: element)
    case .completed: continuation?.resume(returning: nil)
    case .error(let error): continuation?.resume(throwing: error)
    }
  }
}
