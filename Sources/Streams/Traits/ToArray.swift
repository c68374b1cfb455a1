extension ObservableType {
  /// Returns a `Single` that sends an array of all elements of this sequence when this sequence
  /// completes.
  ///
  /// - Returns: A `Single`. It fails when this sequence fails. The elements are retained until this
  ///   sequence ends; disposing the subscription releases them.
  public func toArray() -> Single<[Element]> {
    PrimitiveSequence(raw: ToArray(asObservable()))
  }
}

final class ToArraySink<Element>: Sink<Element, [Element]>, @unchecked Sendable {
  private var elements: [Element] = []

  override func next(_ element: Element) {
    elements.append(element)
  }

  override func completed() {
    send(elements)
    sendCompleted()
  }
}

final class ToArray<Element>: SourceProducer<Element, [Element]>, @unchecked Sendable {
  override func makeSink(
    _ observer: ObserverBase<[Element]>, cancel: SinkDisposer
  ) -> Sink<Element, [Element]> {
    ToArraySink(observer: observer, cancel: cancel)
  }
}
