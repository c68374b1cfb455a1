extension ObservableType {
  /// Returns an observable sequence that sends only the element at a given index, then completes.
  ///
  /// - Parameter index: The index of the element, counted from 0; not negative.
  /// - Returns: An observable sequence. If this sequence completes before it sends the element, the
  ///   result fails with ``RxError/argumentOutOfRange``. A failure of this sequence is passed on.
  public func element(at index: Int) -> Observable<Element> {
    precondition(index >= 0, "index must not be negative.")
    return ElementAt(asObservable(), index)
  }
}

final class ElementAtSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let index: Int
  private lazy var remaining = index

  init(
    _ index: Int, observer: ObserverBase<Element>, cancel: SinkDisposer
  ) {
    self.index = index
    super.init(observer: observer, cancel: cancel)
  }

  override func next(_ element: Element) {
    let isTheOne = remaining == 0
    remaining -= 1
    if isTheOne {
      send(element)
      sendCompleted()
    }
  }

  override func completed() {
    sendError(RxError.argumentOutOfRange)
  }
}

final class ElementAt<Element>: SourceProducer<Element, Element>, @unchecked Sendable {
  private let index: Int

  init(_ source: Observable<Element>, _ index: Int) {
    self.index = index
    super.init(source)
  }

  override func makeSink(
    _ observer: ObserverBase<Element>, cancel: SinkDisposer
  ) -> Sink<Element, Element> {
    ElementAtSink(index, observer: observer, cancel: cancel)
  }
}
