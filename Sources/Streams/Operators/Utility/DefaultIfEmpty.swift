extension ObservableType {
  /// Returns an observable sequence that sends the elements of this sequence, or a given element if
  /// this sequence completes without an element.
  ///
  /// - Parameter element: The element to send if this sequence completes without an element.
  /// - Returns: An observable sequence. It ends in the same way as this sequence.
  public func ifEmpty(default element: Element) -> Observable<Element> {
    DefaultIfEmpty(asObservable(), element)
  }
}

final class DefaultIfEmptySink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let defaultElement: Element
  private var isEmpty = true

  init(
    _ defaultElement: Element, observer: ObserverBase<Element>, cancel: SinkDisposer
  ) {
    self.defaultElement = defaultElement
    super.init(observer: observer, cancel: cancel)
  }

  override func next(_ element: Element) {
    isEmpty = false
    send(element)
  }

  override func completed() {
    if isEmpty { send(defaultElement) }
    sendCompleted()
  }
}

final class DefaultIfEmpty<Element>: SourceProducer<Element, Element>, @unchecked Sendable {
  private let defaultElement: Element

  init(_ source: Observable<Element>, _ defaultElement: Element) {
    self.defaultElement = defaultElement
    super.init(source)
  }

  override func makeSink(
    _ observer: ObserverBase<Element>, cancel: SinkDisposer
  ) -> Sink<Element, Element> {
    DefaultIfEmptySink(defaultElement, observer: observer, cancel: cancel)
  }
}
