extension ObservableType {
  /// Returns an observable sequence of the non-`nil` results of calling a closure with each element
  /// of this sequence.
  ///
  /// - Parameter transform: A closure that returns the element to send, or `nil` to send none. If
  ///   it throws, the result fails with that error.
  /// - Returns: An observable sequence. It ends in the same way as this sequence.
  public func compactMap<Result>(
    _ transform: @escaping (Element) throws -> Result?
  ) -> Observable<Result> {
    CompactMap(asObservable(), transform)
  }
}

final class CompactMapSink<Input, Output>: Sink<Input, Output>, @unchecked Sendable {
  private let transform: (Input) throws -> Output?

  init(
    _ transform: @escaping (Input) throws -> Output?, observer: ObserverBase<Output>,
    cancel: SinkDisposer
  ) {
    self.transform = transform
    super.init(observer: observer, cancel: cancel)
  }

  override func next(_ element: Input) {
    do {
      if let output = try transform(element) { send(output) }
    } catch {
      sendError(error)
    }
  }
}

final class CompactMap<Input, Output>: SourceProducer<Input, Output>, @unchecked Sendable {
  private let transform: (Input) throws -> Output?

  init(_ source: Observable<Input>, _ transform: @escaping (Input) throws -> Output?) {
    self.transform = transform
    super.init(source)
  }

  override func makeSink(
    _ observer: ObserverBase<Output>, cancel: SinkDisposer
  ) -> Sink<Input, Output> {
    CompactMapSink(transform, observer: observer, cancel: cancel)
  }
}
