extension ObservableType {
  /// Returns an observable sequence of the results of applying a closure to each element of this
  /// sequence.
  ///
  /// - Parameter transform: A closure that returns the element to send. If it throws, the result
  ///   fails with that error.
  /// - Returns: An observable sequence. It ends in the same way as this sequence.
  @inlinable
  public func map<Result>(
    _ transform: @escaping (Element) throws -> Result
  ) -> Observable<Result> {
    Map(asObservable(), transform)
  }
}

final class MapSink<Input, Output>: Sink<Input, Output>, @unchecked Sendable {
  private let transform: (Input) throws -> Output

  init(
    _ transform: @escaping (Input) throws -> Output, observer: ObserverBase<Output>,
    cancel: SinkDisposer
  ) {
    self.transform = transform
    super.init(observer: observer, cancel: cancel)
  }

  override func next(_ element: Input) {
    do {
      send(try transform(element))
    } catch {
      sendError(error)
    }
  }
}

@usableFromInline
final class Map<Input, Output>: SourceProducer<Input, Output>, @unchecked Sendable {
  private let transform: (Input) throws -> Output

  @usableFromInline
  init(_ source: Observable<Input>, _ transform: @escaping (Input) throws -> Output) {
    self.transform = transform
    super.init(source)
  }

  override func makeSink(
    _ observer: ObserverBase<Output>, cancel: SinkDisposer
  ) -> Sink<Input, Output> {
    MapSink(transform, observer: observer, cancel: cancel)
  }
}
