import Streams
import Synchronization

/// A channel that passes events from a sender to one iteration of an asynchronous sequence.
final class TickChannel: Sendable {
  typealias Answer = CheckedContinuation<Int?, any Error>

  private struct State {
    var answer: Answer?
    var waiting: [Event<Int>] = []
    var isOver = false
  }

  private let state = Mutex(State())

  /// Delivers an event, either immediately or when the iteration requests it.
  func send(_ event: Event<Int>) {
    state.withLock { $0.waiting.append(event) }
    handOver()
  }

  /// Requests the next event of the iteration.
  func ask(_ answer: Answer) {
    state.withLock { $0.answer = answer }
    handOver()
  }

  /// Ends the iteration, before or during a request.
  func cancel() {
    state.withLock { $0.isOver = true }
    handOver()
  }

  private func handOver() {
    let (answer, event) = state.withLock { state -> (Answer?, Event<Int>) in
      guard let answer = state.answer, state.isOver || !state.waiting.isEmpty else {
        return (nil, .completed)
      }
      state.answer = nil
      return (answer, state.isOver ? .completed : state.waiting.removeFirst())
    }
    switch event {
    case .next(let element): answer?.resume(returning: element)
    case .completed: answer?.resume(returning: nil)
    case .error(let error): answer?.resume(throwing: error)
    }
  }
}
