extension ObservableConvertibleType {
  /// The elements as an asynchronous sequence.
  ///
  ///     for try await reading in readings.values { show(reading) }
  ///
  /// Each read of this property subscribes to the sequence at once. Elements are buffered without
  /// limit until they are iterated. Leaving the loop disposes the subscription. Cancelling the task
  /// that iterates disposes it too, and the loop then throws `CancellationError`, so that
  /// cancellation differs from a completion.
  public var values: AsyncThrowingStream<Element, any Error> {
    AsyncThrowingStream { continuation in
      let subscription = UncheckedSubscription(
        asObservable().subscribe(
          onNext: { element in
            // Given to the task that iterates, and not used here afterwards.
            nonisolated(unsafe) let element = element
            unsafe continuation.yield(element)
          },
          onError: { continuation.finish(throwing: $0) },
          onCompleted: { continuation.finish() },
          // Has no effect after an end of the sequence.
          onDisposed: { continuation.finish(throwing: CancellationError()) }))
      continuation.onTermination = { _ in subscription.disposable.dispose() }
    }
  }
}
