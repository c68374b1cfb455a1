import Foundation
import Synchronization

/// A deadline after which a process is killed, unless the deadline is cancelled first.
final class Deadline: Sendable {
  private enum State { case waiting, passed, cancelled }

  private let state = Mutex(State.waiting)

  init(killing process: Process, after seconds: TimeInterval) {
    let identifier = process.processIdentifier
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [self] in
      let isLate = state.withLock { state in
        guard state == .waiting else { return false }
        state = .passed
        return true
      }
      if isLate { kill(identifier, SIGKILL) }
    }
  }

  /// Cancels the deadline.
  ///
  /// - Returns: Whether the deadline had passed.
  func cancel() -> Bool {
    state.withLock { state in
      if state == .waiting { state = .cancelled }
      return state == .passed
    }
  }
}
