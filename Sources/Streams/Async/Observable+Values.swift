extension ObservableConvertibleType {
  /// The elements as an asynchronous sequence.
  ///
  /// Leaving the loop disposes the subscription, and so does cancelling the task that
  /// iterates, in which case the loop throws `CancellationError`: who waits for an element
  /// can tell being told to stop from there being no more.
  public var values: AsyncThrowingStream<Element, any Error> {
    AsyncThrowingStream { continuation in
      let subscription = UncheckedSubscription(
        asObservable().subscribe(
          onNext: { element in
            // Handed over to the one who iterates, and used no more here.
            nonisolated(unsafe) let element = element
            unsafe continuation.yield(element)
          },
          onError: { continuation.finish(throwing: $0) },
          onCompleted: { continuation.finish() },
          // After an end of the sequence it is too late for this one to count.
          onDisposed: { continuation.finish(throwing: CancellationError()) }))
      continuation.onTermination = { _ in subscription.disposable.dispose() }
    }
  }
}
