extension ConnectableObservableType {
  /// Returns an observable sequence that connects this sequence when the first observer subscribes
  /// and disconnects it when the last observer has unsubscribed.
  ///
  /// After this sequence has ended, the next subscription connects it again, unless this sequence
  /// replays its completion or failure.
  ///
  /// - Returns: An observable sequence. It ends in the same way as this sequence.
  public func refCount() -> Observable<Element> {
    RefCount(self)
  }
}

/// The sink of one observer of a `RefCount` sequence.
final class RefCountSink<Source: ConnectableObservableType>:
  Sink<Source.Element, Source.Element>, @unchecked Sendable
{
  private let parent: RefCount<Source>
  fileprivate let subscription = SerialDisposable()
  /// The parent's `connectionNumber` at the time the sink was counted; `nil` before that time and
  /// after `removeObserver(_:)` has subtracted the sink. It is accessed only in the parent's gate.
  fileprivate var connectionNumber: Int?

  init(
    _ parent: RefCount<Source>, observer: ObserverBase<Source.Element>, cancel: SinkDisposer
  ) {
    self.parent = parent
    super.init(observer: observer, cancel: cancel)
  }

  override func next(_ element: Source.Element) { send(element) }

  override func error(_ error: any Error) {
    parent.sourceEnded(self)
    sendError(error)
  }

  override func completed() {
    parent.sourceEnded(self)
    sendCompleted()
  }
}

/// The sequence that `refCount()` returns. It counts its observers.
///
/// A `SerialGate` serializes counting, connecting and disconnecting. An observer that subscribes
/// while the last one unsubscribes therefore either keeps the old connection or makes a new one.
final class RefCount<Source: ConnectableObservableType>: Producer<Source.Element>,
  @unchecked Sendable
{
  private let source: Source
  private let gate = SerialGate()
  private var count = 0
  private var connectionNumber = 0
  private var connection: DisposableObject?

  init(_ source: Source) {
    self.source = source
  }

  override func run(
    _ observer: ObserverBase<Source.Element>, cancel: SinkDisposer
  ) -> (sink: DisposableObject, subscription: DisposableObject) {
    let sink = RefCountSink(self, observer: observer, cancel: cancel)
    let generation = self.generation
    sink.subscription.disposable = source.subscribe(sink)
    gate.perform { [self] in addObserver(sink, generation) }
    let leaving = AnonymousDisposable { [self] in gate.perform { [self] in removeObserver(sink) } }
    return (sink, BinaryDisposable(sink.subscription, leaving))
  }

  private var generation: Int {
    (source as? ConnectableObservable<Source.Element>)?.generation ?? 0
  }

  private func addObserver(_ sink: RefCountSink<Source>, _ generation: Int) {
    guard !sink.isSilent else { return }
    // If all other observers unsubscribed before this one was counted, the connection has ended. In
    // that case this observer must subscribe again.
    if generation != self.generation { sink.subscription.disposable = source.subscribe(sink) }
    sink.connectionNumber = connectionNumber
    count += 1
    if count == 1 { connection = source.connect().asObject }
  }

  private func removeObserver(_ sink: RefCountSink<Source>) {
    guard sink.connectionNumber == connectionNumber else { return }
    sink.connectionNumber = nil
    count -= 1
    if count == 0 { takeConnection()?.dispose() }
  }

  /// Disposes the connection after its source has ended. The next counted observer connects again.
  fileprivate func sourceEnded(_ sink: RefCountSink<Source>) {
    gate.perform { [self] in
      guard sink.connectionNumber == connectionNumber else { return }
      count = 0
      connectionNumber += 1
      takeConnection()?.dispose()
    }
  }

  private func takeConnection() -> DisposableObject? {
    let taken = connection
    connection = nil
    return taken
  }
}
