extension ObservableConvertibleType {
  /// The elements as an asynchronous sequence.
  ///
  ///     for try await reading in readings.values { show(reading) }
  ///
  /// Each read of this property subscribes to the sequence immediately. Elements are buffered
  /// without limit until they are iterated. The subscription is disposed when the asynchronous
  /// sequence is deallocated, for example when the loop above ends, or when the iterating task is
  /// cancelled. After a cancellation, the loop receives the buffered elements and then throws
  /// `CancellationError`, which distinguishes cancellation from completion.
  public var values: AsyncThrowingStream<Element, any Error> {
    AsyncThrowingStream { continuation in
      let subscription = UncheckedSubscription(
        asObservable().subscribe(
          onNext: { element in
            // The element is passed to the iterating task, and is not used here afterwards.
            nonisolated(unsafe) let element = element
            unsafe continuation.yield(element)
          },
          onError: { continuation.finish(throwing: $0) },
          onCompleted: { continuation.finish() },
          // This call has no effect if the sequence has already ended.
          onDisposed: { continuation.finish(throwing: CancellationError()) }))
      continuation.onTermination = { _ in subscription.disposable.dispose() }
    }
  }
}
