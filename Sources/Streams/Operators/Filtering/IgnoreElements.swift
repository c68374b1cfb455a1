extension ObservableType {
  /// A sequence of nothing but this one's end.
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
