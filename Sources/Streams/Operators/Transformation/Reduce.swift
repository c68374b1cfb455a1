extension ObservableType {
  /// Returns an observable sequence that combines the elements of this sequence into one value and,
  /// when this sequence completes, transforms and sends this value.
  ///
  /// - Parameters:
  ///   - seed: The initial value of each subscription.
  ///   - accumulator: A closure that combines the current value with an element and returns the new
  ///     value.
  ///   - mapResult: A closure that transforms the final value into the element to send.
  /// - Returns: An observable sequence of one element. It completes when this sequence completes,
  ///   and fails with the error of this sequence or with an error that either closure throws.
  public func reduce<Accumulate, Result>(
    _ seed: Accumulate, accumulator: @escaping (Accumulate, Element) throws -> Accumulate,
    mapResult: @escaping (Accumulate) throws -> Result
  ) -> Observable<Result> {
    Reduce(asObservable(), seed, { $0 = try accumulator($0, $1) }, mapResult)
  }

  /// Returns an observable sequence that combines the elements of this sequence into one value and,
  /// when this sequence completes, sends this value.
  ///
  /// - Parameters:
  ///   - seed: The initial value of each subscription.
  ///   - accumulator: A closure that combines the current value with an element and returns the new
  ///     value.
  /// - Returns: An observable sequence of one element. It completes when this sequence completes,
  ///   and fails with the error of this sequence or with an error that the closure throws.
  public func reduce<Accumulate>(
    _ seed: Accumulate, accumulator: @escaping (Accumulate, Element) throws -> Accumulate
  ) -> Observable<Accumulate> {
    Reduce(asObservable(), seed, { $0 = try accumulator($0, $1) }, { $0 })
  }

  /// Returns an observable sequence that updates a value with each element of this sequence and,
  /// when this sequence completes, sends this value.
  ///
  /// - Parameters:
  ///   - seed: The initial value of each subscription.
  ///   - accumulator: A closure that updates the value with an element.
  /// - Returns: An observable sequence of one element. It completes when this sequence completes,
  ///   and fails with the error of this sequence or with an error that the closure throws.
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
  @safe @exclusivity(unchecked) private var accumulated: Accumulate

  init(
    _ seed: Accumulate, _ accumulator: @escaping (inout Accumulate, Input) throws -> Void,
    _ mapResult: @escaping (Accumulate) throws -> Output,
    observer: ObserverBase<Output>, cancel: SinkDisposer
  ) {
    self.seed = seed
    self.accumulator = accumulator
    self.mapResult = mapResult
    accumulated = seed
    super.init(observer: observer, cancel: cancel)
  }

  override func next(_ element: Input) {
    do {
      // The value is moved out of the property, so that the accumulator can change an array without
      // copying it.
      var value = exchange(&accumulated, with: seed)
      try accumulator(&value, element)
      accumulated = value
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
