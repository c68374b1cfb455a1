import Dispatch
import Streams
import Synchronization

/// From a sender to one iteration, one event at a time.
final class TickChannel: Sendable {
  typealias Answer = CheckedContinuation<Int?, any Error>

  private struct State {
    var answer: Answer?
    var isOver = false
  }

  private let state = Mutex(State())
  /// The iteration asks for an event, having handled the one before.
  private let isAsking = DispatchSemaphore(value: 0)

  /// Hands an event over, and waits until an element has been handled.
  func send(_ event: Event<Int>) {
    guard !state.withLock(\.isOver) else { return }
    isAsking.wait()
    let answer = take(endingBy: event.isStopEvent)
    switch event {
    case .next(let element): answer?.resume(returning: element)
    case .completed: answer?.resume(returning: nil)
    case .error(let error): answer?.resume(throwing: error)
    }
    guard answer != nil, !event.isStopEvent else { return }
    isAsking.wait()
    isAsking.signal()
  }

  /// What the iteration calls for its next event.
  func ask(_ answer: Answer) {
    let isOver = state.withLock { state in
      if !state.isOver { state.answer = answer }
      return state.isOver
    }
    if isOver { answer.resume(returning: nil) }
    isAsking.signal()
  }

  /// Ends the iteration, whether it asks or is about to.
  func cancel() { take(endingBy: true)?.resume(returning: nil) }

  private func take(endingBy isEnd: Bool) -> Answer? {
    state.withLock { state in
      if isEnd { state.isOver = true }
      defer { state.answer = nil }
      return state.answer
    }
  }
}
