extension ObservableType {
  /// A sequence of this one's elements with their places, counted from 0.
  public func enumerated() -> Observable<(index: Int, element: Element)> {
    Enumerated(asObservable())
  }
}

final class EnumeratedSink<Element>: Sink<Element, (index: Int, element: Element)>,
  @unchecked Sendable
{
  private var index = 0

  override func next(_ element: Element) {
    let place = index
    index += 1
    send((index: place, element: element))
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
