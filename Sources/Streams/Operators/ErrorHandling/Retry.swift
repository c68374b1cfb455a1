extension ObservableType {
  /// Returns an observable sequence that subscribes to this sequence again each time it fails.
  ///
  /// - Returns: An observable sequence. It completes when this sequence completes, and does not
  ///   fail.
  public func retry() -> Observable<Element> {
    let source = asObservable()
    return CatchSequence { AnyIterator { source } }
  }

  /// Returns an observable sequence that subscribes to this sequence again when it fails, up to a
  /// limited number of times.
  ///
  /// - Parameter maxAttemptCount: The maximum number of subscriptions, including the first; not
  ///   negative. If it is 0, the result completes immediately.
  /// - Returns: An observable sequence. It completes when this sequence completes, and fails with
  ///   the error of the last attempt.
  public func retry(_ maxAttemptCount: Int) -> Observable<Element> {
    let source = asObservable()
    return CatchSequence {
      AnyIterator(Swift.repeatElement(source, count: maxAttemptCount).makeIterator())
    }
  }
}

extension ObservableType {
  /// Returns an observable sequence that tries several sequences in order: each time one fails, it
  /// continues with the next.
  ///
  /// - Parameter sequence: The sequences. Each is requested only when the previous one has failed.
  /// - Returns: An observable sequence. It completes when one of the sequences completes, or
  ///   immediately if there are none. If all sequences fail, the result fails with the last error.
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

  override func subscribe(to source: Observable<Element>) -> DisposableObject {
    lastError = nil
    return super.subscribe(to: source)
  }

  override func finish() {
    if let lastError {
      sendError(lastError)
    } else {
      sendCompleted()
    }
  }

  override func expand(_ source: Observable<Element>) -> AnyIterator<Observable<Element>>? {
    guard let iterator = (source as? CatchSequence<Element>)?.makeIterator() else { return nil }
    // If the nested sequence has no sources, it must complete, so `.empty()` is its only source.
    let first = iterator.next() ?? .empty()
    var isStarted = false
    return AnyIterator {
      if isStarted { return iterator.next() }
      isStarted = true
      return first
    }
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
