extension ObservableType {
  /// Returns an observable sequence that transforms each element of this sequence into an inner
  /// sequence and sends the elements of the latest inner sequence.
  ///
  /// The subscription to the previous inner sequence is disposed when a new element arrives.
  ///
  /// - Parameter selector: A closure that returns the inner sequence for an element. If it throws,
  ///   the result fails with that error.
  /// - Returns: An observable sequence. It completes when this sequence and the latest inner
  ///   sequence have completed, and fails as soon as one of them fails.
  public func flatMapLatest<Source: ObservableConvertibleType>(
    _ selector: @escaping (Element) throws -> Source
  ) -> Observable<Source.Element> {
    FlatMapLatest(asObservable()) { try selector($0).asObservable() }
  }
}

extension ObservableType where Element: ObservableConvertibleType {
  /// Returns an observable sequence that sends the elements of the inner sequence that this
  /// sequence sent most recently.
  ///
  /// The subscription to the previous inner sequence is disposed when a new one arrives.
  ///
  /// - Returns: An observable sequence. It completes when this sequence and the latest inner
  ///   sequence have completed, and fails as soon as one of them fails.
  public func switchLatest() -> Observable<Element.Element> {
    FlatMapLatest(asObservable()) { $0.asObservable() }
  }
}

final class FlatMapLatestSink<Input, Output>: CombiningSink<Input, Output>, @unchecked Sendable {
  private let selector: (Input) throws -> Observable<Output>
  private let latest = SerialDisposable()
  private let lock = Lock()
  /// The number of the running inner sequence (1 for the first one), or `nil` if none is running.
  private var running: Int?
  private var started = 0
  private var sourceStopped = false

  init(
    _ selector: @escaping (Input) throws -> Observable<Output>, observer: ObserverBase<Output>,
    cancel: SinkDisposer
  ) {
    self.selector = selector
    super.init(observer: observer, cancel: cancel)
  }

  override func run(_ source: Observable<Input>) -> DisposableObject {
    BinaryDisposable(source.attach(self), latest)
  }

  override func next(_ element: Input) {
    do {
      let inner = try selector(element)
      let number = lock.withLock {
        started += 1
        running = started
        return started
      }
      let observer = FlatMapLatestObserver(self, number)
      latest.replace(with: observer)
      observer.subscribe(to: inner)
    } catch {
      inTurn { [self] in sendError(error) }
    }
  }

  override func completed() {
    let isOver = lock.withLock {
      sourceStopped = true
      return running == nil
    }
    if isOver { inTurn { [self] in sendCompleted() } }
  }

  fileprivate func innerCompleted(_ number: Int) {
    let isOver = lock.withLock {
      if running == number { running = nil }
      return sourceStopped && running == nil
    }
    if isOver { sendCompleted() }
  }
}

final class FlatMapLatestObserver<Input, Output>: SourceObserver<Output>, @unchecked Sendable {
  private let parent: FlatMapLatestSink<Input, Output>
  private let number: Int

  init(_ parent: FlatMapLatestSink<Input, Output>, _ number: Int) {
    self.parent = parent
    self.number = number
    super.init(gate: parent.gate)
  }

  override func receive(_ element: Output) { parent.send(element) }

  override func receiveError(_ error: any Error) { parent.sendError(error) }

  override func receiveCompleted() { parent.innerCompleted(number) }
}

final class FlatMapLatest<Input, Output>: SourceProducer<Input, Output>, @unchecked Sendable {
  private let selector: (Input) throws -> Observable<Output>

  init(_ source: Observable<Input>, _ selector: @escaping (Input) throws -> Observable<Output>) {
    self.selector = selector
    super.init(source)
  }

  override func makeSink(
    _ observer: ObserverBase<Output>, cancel: SinkDisposer
  ) -> Sink<Input, Output> {
    FlatMapLatestSink(selector, observer: observer, cancel: cancel)
  }
}
