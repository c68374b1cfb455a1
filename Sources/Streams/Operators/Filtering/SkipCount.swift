extension ObservableType {
  /// Returns an observable sequence that skips the first elements of this sequence.
  ///
  /// - Parameter count: The number of elements to skip. If it is 0 or less, none is skipped.
  /// - Returns: An observable sequence. It ends in the same way as this sequence.
  public func skip(_ count: Int) -> Observable<Element> {
    SkipCount(asObservable(), count)
  }
}

final class SkipCountSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let count: Int
  private lazy var remaining = count

  init(
    _ count: Int, observer: ObserverBase<Element>, cancel: SinkDisposer
  ) {
    self.count = count
    super.init(observer: observer, cancel: cancel)
  }

  override func next(_ element: Element) {
    if remaining <= 0 {
      send(element)
    } else {
      remaining -= 1
    }
  }
}

final class SkipCount<Element>: SourceProducer<Element, Element>, @unchecked Sendable {
  private let count: Int

  init(_ source: Observable<Element>, _ count: Int) {
    self.count = count
    super.init(source)
  }

  override func makeSink(
    _ observer: ObserverBase<Element>, cancel: SinkDisposer
  ) -> Sink<Element, Element> {
    SkipCountSink(count, observer: observer, cancel: cancel)
  }
}
