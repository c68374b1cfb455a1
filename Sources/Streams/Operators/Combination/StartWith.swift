extension ObservableType {
  /// Returns an observable sequence that sends the given elements and then this sequence's events.
  ///
  /// - Parameter elements: The elements to send first, before this sequence is subscribed to.
  /// - Returns: An observable sequence. It completes or fails when this sequence does.
  public func startWith(_ elements: Element...) -> Observable<Element> {
    StartWith(asObservable(), elements)
  }
}

final class StartWith<Element>: Producer<Element>, @unchecked Sendable {
  private let source: Observable<Element>
  private let elements: [Element]

  init(_ source: Observable<Element>, _ elements: [Element]) {
    self.source = source
    self.elements = elements
  }

  override func run(
    _ observer: ObserverBase<Element>, cancel: SinkDisposer
  ) -> (sink: DisposableObject, subscription: DisposableObject) {
    let sink = ForwardingSink<Element>(observer: observer, cancel: cancel)
    for element in elements { sink.next(element) }
    return (sink, sink.isSilent ? NopDisposable.shared : source.attach(sink))
  }
}
