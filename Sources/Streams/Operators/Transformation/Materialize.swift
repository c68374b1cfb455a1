extension ObservableType {
  /// Returns an observable sequence whose elements are the events of this sequence.
  ///
  /// - Returns: An observable sequence. It sends the failure or completion of this sequence as an
  ///   element, and then completes. It does not fail.
  public func materialize() -> Observable<Event<Element>> {
    Materialize(asObservable())
  }
}

final class MaterializeSink<Element>: Sink<Element, Event<Element>>, @unchecked Sendable {
  override func next(_ element: Element) {
    send(.next(element))
  }

  override func error(_ error: any Error) {
    send(.error(error))
    sendCompleted()
  }

  override func completed() {
    send(.completed)
    sendCompleted()
  }
}

final class Materialize<Element>: SourceProducer<Element, Event<Element>>, @unchecked Sendable {
  override func makeSink(
    _ observer: ObserverBase<Event<Element>>, cancel: SinkDisposer
  ) -> Sink<Element, Event<Element>> {
    MaterializeSink(observer: observer, cancel: cancel)
  }
}
