extension ObservableType {
  /// A sequence of the elements of the sequences that this one's elements are transformed
  /// to; elements that come while such a sequence is running are ignored.
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
