import Synchronization

extension Observable {
  /// Returns the first element, or `nil` if the sequence completes without one.
  ///
  /// Cancelling the task disposes the subscription, but not before `subscribe` has returned.
  ///
  /// - Throws: The error of the sequence, or `CancellationError` if the subscription is disposed
  ///   before the sequence sends an event.
  func firstElement() async throws -> Element? {
    let subscription = SingleAssignmentDisposable()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome = FirstOutcome(continuation)
        subscription.setDisposable(
          subscribe(
            onNext: { outcome.resume(with: .success($0)) },
            onError: { outcome.resume(with: .failure($0)) },
            onCompleted: { outcome.resume(with: .success(nil)) },
            onDisposed: { outcome.resume(with: .failure(CancellationError())) }))
      }
    } onCancel: {
      subscription.dispose()
    }
  }
}

/// An object that resumes a continuation with the first of several outcomes.
private final class FirstOutcome<Element>: Sendable {
  private let continuation: Mutex<CheckedContinuation<Element?, any Error>?>

  init(_ continuation: CheckedContinuation<Element?, any Error>) {
    self.continuation = Mutex(continuation)
  }

  func resume(with outcome: Result<Element?, any Error>) {
    let waiting = continuation.withLock { $0.take() }
    // From here on, only the waiting task uses the element.
    nonisolated(unsafe) let outcome = outcome
    unsafe waiting?.resume(with: outcome)
  }
}
