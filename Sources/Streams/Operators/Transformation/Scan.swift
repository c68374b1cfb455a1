extension ObservableType {
  /// Returns an observable sequence that updates a value with each element of this sequence, and
  /// sends the updated value.
  ///
  /// - Parameters:
  ///   - seed: The initial value of each subscription. It is not sent.
  ///   - accumulator: A closure that updates the value with an element. If it throws, the result
  ///     fails with that error.
  /// - Returns: A sequence that ends in the same way as this one. A subscription retains the value.
  public func scan<Accumulate>(
    into seed: Accumulate, accumulator: @escaping (inout Accumulate, Element) throws -> Void
  ) -> Observable<Accumulate> {
    Scan(asObservable(), seed, accumulator)
  }

  /// Returns an observable sequence that combines the elements of this sequence, and sends the
  /// combined value after each element.
  ///
  /// - Parameters:
  ///   - seed: The initial value of each subscription. It is not sent.
  ///   - accumulator: A closure that combines the current value with an element and returns the new
  ///     value. If it throws, the result fails with that error.
  /// - Returns: A sequence that ends in the same way as this one. A subscription retains the value.
  public func scan<Accumulate>(
    _ seed: Accumulate, accumulator: @escaping (Accumulate, Element) throws -> Accumulate
  ) -> Observable<Accumulate> {
    Scan(asObservable(), seed) { $0 = try accumulator($0, $1) }
  }
}

final class ScanSink<Input, Output>: Sink<Input, Output>, @unchecked Sendable {
  private let seed: Output
  private let accumulator: (inout Output, Input) throws -> Void
  @safe @exclusivity(unchecked) private var accumulated: Output

  init(
    _ seed: Output, _ accumulator: @escaping (inout Output, Input) throws -> Void,
    observer: ObserverBase<Output>, cancel: SinkDisposer
  ) {
    self.seed = seed
    self.accumulator = accumulator
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
      send(value)
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
