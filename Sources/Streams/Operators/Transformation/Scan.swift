extension ObservableType {
  /// A sequence of what accumulates: after each element, the seed combined with all so far.
  public func scan<Accumulate>(
    into seed: Accumulate, accumulator: @escaping (inout Accumulate, Element) throws -> Void
  ) -> Observable<Accumulate> {
    Scan(asObservable(), seed, accumulator)
  }

  /// A sequence of what accumulates: after each element, the seed combined with all so far.
  public func scan<Accumulate>(
    _ seed: Accumulate, accumulator: @escaping (Accumulate, Element) throws -> Accumulate
  ) -> Observable<Accumulate> {
    Scan(asObservable(), seed) { $0 = try accumulator($0, $1) }
  }
}

final class ScanSink<Input, Output>: Sink<Input, Output>, @unchecked Sendable {
  private let seed: Output
  private let accumulator: (inout Output, Input) throws -> Void
  private lazy var accumulated = seed

  init(
    _ seed: Output, _ accumulator: @escaping (inout Output, Input) throws -> Void,
    observer: ObserverBase<Output>, cancel: SinkDisposer
  ) {
    self.seed = seed
    self.accumulator = accumulator
    super.init(observer: observer, cancel: cancel)
  }

  override func next(_ element: Input) {
    do {
      try accumulator(&accumulated, element)
      send(accumulated)
    } catch {
      sendError(error)
    }
  }
}

final class Scan<Input, Output>: SourceProducer<Input, Output>, @unchecked Sendable {
  private let seed: Output
  private let accumulator: (inout Output, Input) throws -> Void

  init(
    _ source: Observable<Input>,
    _ seed: Output,
    _ accumulator: @escaping (inout Output, Input) throws -> Void
  ) {
    self.seed = seed
    self.accumulator = accumulator
    super.init(source)
  }

  override func makeSink(
    _ observer: ObserverBase<Output>, cancel: SinkDisposer
  ) -> Sink<Input, Output> {
    ScanSink(seed, accumulator, observer: observer, cancel: cancel)
  }
}
