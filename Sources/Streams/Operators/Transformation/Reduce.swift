extension ObservableType {
  /// A sequence of one element, when this one completes: the seed combined with all of this
  /// one's elements, transformed.
  public func reduce<Accumulate, Result>(
    _ seed: Accumulate, accumulator: @escaping (Accumulate, Element) throws -> Accumulate,
    mapResult: @escaping (Accumulate) throws -> Result
  ) -> Observable<Result> {
    Reduce(asObservable(), seed, { $0 = try accumulator($0, $1) }, mapResult)
  }

  /// A sequence of one element, when this one completes: the seed combined with all of this
  /// one's elements.
  public func reduce<Accumulate>(
    _ seed: Accumulate, accumulator: @escaping (Accumulate, Element) throws -> Accumulate
  ) -> Observable<Accumulate> {
    Reduce(asObservable(), seed, { $0 = try accumulator($0, $1) }, { $0 })
  }

  /// A sequence of one element, when this one completes: the seed into which all of this
  /// one's elements were taken.
  public func reduce<Accumulate>(
    into seed: Accumulate, accumulator: @escaping (inout Accumulate, Element) throws -> Void
  ) -> Observable<Accumulate> {
    Reduce(asObservable(), seed, accumulator, { $0 })
  }
}

final class ReduceSink<Input, Accumulate, Output>: Sink<Input, Output>, @unchecked Sendable {
  private let seed: Accumulate
  private let accumulator: (inout Accumulate, Input) throws -> Void
  private let mapResult: (Accumulate) throws -> Output
  private lazy var accumulated = seed

  init(
    _ seed: Accumulate, _ accumulator: @escaping (inout Accumulate, Input) throws -> Void,
    _ mapResult: @escaping (Accumulate) throws -> Output,
    observer: ObserverBase<Output>, cancel: SinkDisposer
  ) {
    self.seed = seed
    self.accumulator = accumulator
    self.mapResult = mapResult
    super.init(observer: observer, cancel: cancel)
  }

  override func next(_ element: Input) {
    do {
      try accumulator(&accumulated, element)
    } catch {
      sendError(error)
    }
  }

  override func completed() {
    do {
      send(try mapResult(accumulated))
      sendCompleted()
    } catch {
      sendError(error)
    }
  }
}

final class Reduce<Input, Accumulate, Output>: SourceProducer<Input, Output>, @unchecked Sendable {
  private let seed: Accumulate
  private let accumulator: (inout Accumulate, Input) throws -> Void
  private let mapResult: (Accumulate) throws -> Output

  init(
    _ source: Observable<Input>,
    _ seed: Accumulate,
    _ accumulator: @escaping (inout Accumulate, Input) throws -> Void,
    _ mapResult: @escaping (Accumulate) throws -> Output
  ) {
    self.seed = seed
    self.accumulator = accumulator
    self.mapResult = mapResult
    super.init(source)
  }

  override func makeSink(
    _ observer: ObserverBase<Output>, cancel: SinkDisposer
  ) -> Sink<Input, Output> {
    ReduceSink(seed, accumulator, mapResult, observer: observer, cancel: cancel)
  }
}
