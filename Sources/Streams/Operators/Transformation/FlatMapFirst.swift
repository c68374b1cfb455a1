extension ObservableType {
  /// Returns an observable sequence that transforms an element of this sequence into an inner
  /// sequence, sends the elements of the inner sequence, and ignores further elements of this
  /// sequence until the inner sequence completes.
  ///
  /// - Parameter selector: A closure that returns the inner sequence for an element. If it throws,
  ///   the result fails with that error.
  /// - Returns: An observable sequence. It completes when this sequence and the current inner
  ///   sequence have completed, and fails as soon as one of them fails.
  public func flatMapFirst<Source: ObservableConvertibleType>(
    _ selector: @escaping (Element) throws -> Source
  ) -> Observable<Source.Element> {
    FlatMapFirst(asObservable(), limit: .max) { try selector($0).asObservable() }
  }
}

final class FlatMapFirstSink<Input, Output>: FlattenSink<Input, Output>, @unchecked Sendable {
  override func next(_ element: Input) {
    if !isAnyRunning { super.next(element) }
  }
}

final class FlatMapFirst<Input, Output>: Flatten<Input, Output>, @unchecked Sendable {
  override func makeSink(
    _ observer: ObserverBase<Output>, cancel: SinkDisposer
  ) -> Sink<Input, Output> {
    FlatMapFirstSink(limit: limit, selector, observer: observer, cancel: cancel)
  }
}
