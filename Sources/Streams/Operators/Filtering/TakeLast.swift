extension ObservableType {
  /// Returns an observable sequence that sends the last elements when this sequence completes.
  ///
  /// - Parameter count: The number of elements; not negative.
  /// - Returns: An observable sequence. It completes after the last element. If this sequence
  ///   fails, the result fails without sending an element.
  /// - Note: Up to `count` elements are retained until this sequence ends. Disposing the
  ///   subscription releases them.
  public func takeLast(_ count: Int) -> Observable<Element> {
    precondition(count >= 0, "count must not be negative.")
    return TakeLast(asObservable(), count)
  }
}

final class TakeLastSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let count: Int
  private var elements = Fifo<Element>()

  init(
    _ count: Int, observer: ObserverBase<Element>, cancel: SinkDisposer
  ) {
    self.count = count
    super.init(observer: observer, cancel: cancel)
  }

  override func next(_ element: Element) {
    elements.append(element)
    if elements.count > count { _ = elements.popFirst() }
  }

  override func completed() {
    for element in elements.popAll() { send(element) }
    sendCompleted()
  }
}

final class TakeLast<Element>: SourceProducer<Element, Element>, @unchecked Sendable {
  private let count: Int

  init(_ source: Observable<Element>, _ count: Int) {
    self.count = count
    super.init(source)
  }

  override func makeSink(
    _ observer: ObserverBase<Element>, cancel: SinkDisposer
  ) -> Sink<Element, Element> {
    TakeLastSink(count, observer: observer, cancel: cancel)
  }
}
