extension ObservableConvertibleType {
  /// The elements as an asynchronous sequence.
  ///
  /// Cancelling the task that iterates, or leaving the loop, disposes the subscription.
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
          onDisposed: { continuation.finish() }))
      continuation.onTermination = { _ in subscription.disposable.dispose() }
    }
  }
}

/// A disposable that is disposed from whatever thread; those of the library may be.
struct UncheckedSubscription: @unchecked Sendable {
  let disposable: any Disposable

  init(_ disposable: any Disposable) { self.disposable = disposable }
}
