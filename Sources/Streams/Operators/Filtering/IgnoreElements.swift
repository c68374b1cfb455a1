extension ObservableType {
  /// Returns an observable sequence that sends only the completion or failure of this sequence.
  ///
  /// - Returns: An observable sequence without elements. It ends in the same way as this sequence.
  public func ignoreElements() -> Observable<Never> {
    IgnoreElements(asObservable())
  }
}

final class IgnoreElementsSink<Element>: Sink<Element, Never>, @unchecked Sendable {
  override func next(_ element: Element) {}
}

final class IgnoreElements<Element>: SourceProducer<Element, Never>, @unchecked Sendable {
  override func makeSink(
    _ observer: ObserverBase<Never>, cancel: SinkDisposer
  ) -> Sink<Element, Never> {
    IgnoreElementsSink(observer: observer, cancel: cancel)
  }
}
