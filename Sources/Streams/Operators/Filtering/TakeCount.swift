extension ObservableType {
  /// A sequence of this one's first elements, which then completes.
  public func take(_ count: Int) -> Observable<Element> {
    precondition(count >= 0, "A negative number of elements cannot be taken.")
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
    // Counted before it is sent: the handler may make the source send again.
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
