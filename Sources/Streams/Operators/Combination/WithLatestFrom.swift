extension ObservableType {
  /// Returns an observable sequence that combines each element of this sequence with the latest
  /// element of another sequence.
  ///
  /// Elements of this sequence that precede the first element of the other sequence are dropped.
  ///
  /// - Parameters:
  ///   - second: The other sequence. It is subscribed to before this sequence.
  ///   - resultSelector: A closure that returns the element to send. If it throws, the result fails
  ///     with that error.
  /// - Returns: An observable sequence. It completes when this sequence completes, and fails as
  ///   soon as either sequence fails. The latest element of `second` is retained until the
  ///   subscription ends.
  public func withLatestFrom<Source: ObservableConvertibleType, ResultType>(
    _ second: Source,
    resultSelector: @escaping (Element, Source.Element) throws -> ResultType
  ) -> Observable<ResultType> {
    WithLatestFrom(asObservable(), second.asObservable(), resultSelector)
  }

  /// Returns an observable sequence that sends the latest element of another sequence each time
  /// this sequence sends an element.
  ///
  /// - Parameter second: The other sequence. It is subscribed to before this sequence. The result
  ///   sends no element before the first element of `second`.
  /// - Returns: An observable sequence. It completes when this sequence completes, and fails as
  ///   soon as either sequence fails.
  public func withLatestFrom<Source: ObservableConvertibleType>(
    _ second: Source
  ) -> Observable<Source.Element> {
    WithLatestFrom(asObservable(), second.asObservable()) { $1 }
  }
}

final class WithLatestFromSink<First, Second, Output>: SerialSink<First, Output>,
  @unchecked Sendable
{
  private let second: Observable<Second>
  private let resultSelector: (First, Second) throws -> Output
  fileprivate var latest: Second?

  init(
    _ second: Observable<Second>, _ resultSelector: @escaping (First, Second) throws -> Output,
    observer: ObserverBase<Output>, cancel: SinkDisposer
  ) {
    self.second = second
    self.resultSelector = resultSelector
    super.init(observer: observer, cancel: cancel)
  }

  override func run(_ source: Observable<First>) -> DisposableObject {
    let observer = WithLatestFromObserver(self)
    observer.subscribe(to: second)
    return BinaryDisposable(source.attach(self), observer)
  }

  override func receive(_ element: First) {
    guard let latest else { return }
    do {
      send(try resultSelector(element, latest))
    } catch {
      sendError(error)
    }
  }
}

final class WithLatestFrom<First, Second, Output>: SourceProducer<First, Output>,
  @unchecked Sendable
{
  private let second: Observable<Second>
  private let resultSelector: (First, Second) throws -> Output

  init(
    _ source: Observable<First>,
    _ second: Observable<Second>,
    _ resultSelector: @escaping (First, Second) throws -> Output
  ) {
    self.second = second
    self.resultSelector = resultSelector
    super.init(source)
  }

  override func makeSink(
    _ observer: ObserverBase<Output>, cancel: SinkDisposer
  ) -> Sink<First, Output> {
    WithLatestFromSink(second, resultSelector, observer: observer, cancel: cancel)
  }
}

final class WithLatestFromObserver<First, Second, Output>: SourceObserver<Second>,
  @unchecked Sendable
{
  private let parent: WithLatestFromSink<First, Second, Output>

  init(_ parent: WithLatestFromSink<First, Second, Output>) {
    self.parent = parent
    super.init(gate: parent.gate)
  }

  override func receive(_ element: Second) { parent.latest = element }

  override func receiveError(_ error: any Error) { parent.sendError(error) }
}
