extension ObservableType {
  /// A sequence that subscribes to this one again whenever it fails.
  public func retry() -> Observable<Element> {
    let source = asObservable()
    return CatchSequence { AnyIterator { source } }
  }

  /// A sequence that subscribes to this one again when it fails.
  ///
  /// - Parameter maxAttemptCount: How often it is subscribed to, the first time included.
  public func retry(_ maxAttemptCount: Int) -> Observable<Element> {
    let source = asObservable()
    return CatchSequence {
      AnyIterator(Swift.repeatElement(source, count: maxAttemptCount).makeIterator())
    }
  }
}

extension ObservableType {
  /// A sequence that goes on with the next of several whenever one fails.
  public static func `catch`<Sources: Sequence>(sequence: Sources) -> Observable<Element>
  where Sources.Element == Observable<Element> {
    CatchSequence { AnyIterator(sequence.makeIterator()) }
  }
}

final class CatchSequenceSink<Element>: SequentialSink<Element>, @unchecked Sendable {
  private var lastError: (any Error)?

  override func error(_ error: any Error) {
    lastError = error
    advance()
  }

  override func finish() {
    if let lastError {
      sendError(lastError)
    } else {
      sendCompleted()
    }
  }

  override func expand(_ source: Observable<Element>) -> AnyIterator<Observable<Element>>? {
    (source as? CatchSequence<Element>)?.makeIterator()
  }
}

final class CatchSequence<Element>: Producer<Element>, @unchecked Sendable {
  fileprivate let makeIterator: () -> AnyIterator<Observable<Element>>

  init(_ makeIterator: @escaping () -> AnyIterator<Observable<Element>>) {
    self.makeIterator = makeIterator
  }

  override func run(
    _ observer: ObserverBase<Element>, cancel: SinkDisposer
  ) -> (sink: DisposableObject, subscription: DisposableObject) {
    let sink = CatchSequenceSink(makeIterator(), observer: observer, cancel: cancel)
    return (sink, sink.start())
  }
}
