extension ObservableType {
  /// Returns an observable sequence that pairs each element of this sequence with its index,
  /// counted from 0.
  ///
  /// - Returns: An observable sequence. It ends in the same way as this sequence.
  public func enumerated() -> Observable<(index: Int, element: Element)> {
    Enumerated(asObservable())
  }
}

final class EnumeratedSink<Element>: Sink<Element, (index: Int, element: Element)>,
  @unchecked Sendable
{
  private var index = 0

  override func next(_ element: Element) {
    let current = index
    index += 1
    send((index: current, element: element))
  }
}

final class Enumerated<Element>: SourceProducer<Element, (index: Int, element: Element)>,
  @unchecked Sendable
{
  override func makeSink(
    _ observer: ObserverBase<(index: Int, element: Element)>, cancel: SinkDisposer
  ) -> Sink<Element, (index: Int, element: Element)> {
    EnumeratedSink(observer: observer, cancel: cancel)
  }
}
