extension ObservableType {
  /// Returns an observable sequence that sends the first elements of this sequence, then completes.
  ///
  /// - Parameter count: The number of elements; not negative. If it is 0, the result completes
  ///   immediately without subscribing to this sequence.
  /// - Returns: An observable sequence. It completes after `count` elements, or ends earlier if
  ///   this sequence does. The subscription to this sequence is disposed when the result ends.
  public func take(_ count: Int) -> Observable<Element> {
    precondition(count >= 0, "count must not be negative.")
    return count == 0 ? .empty() : TakeCount(asObservable(), count)
  }
}

final class TakeCountSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let count: Int
  private lazy var remaining = count

  init(
    _ count: Int, observer: ObserverBase<Element>, cancel: SinkDisposer
  ) {
    self.count = count
    super.init(observer: observer, cancel: cancel)
  }

  override func next(_ element: Element) {
    // Count the element before sending it: the observer may make the source send more elements.
    guard remaining > 0 else { return }
    remaining -= 1
    let isLast = remaining == 0
    send(element)
    if isLast { sendCompleted() }
  }
}

final class TakeCount<Element>: SourceProducer<Element, Element>, @unchecked Sendable {
  private let count: Int

  init(_ source: Observable<Element>, _ count: Int) {
    self.count = count
    super.init(source)
  }

  override func makeSink(
    _ observer: ObserverBase<Element>, cancel: SinkDisposer
  ) -> Sink<Element, Element> {
    TakeCountSink(count, observer: observer, cancel: cancel)
  }
}
