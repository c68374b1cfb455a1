extension ConnectableObservableType {
  /// A sequence that connects this one for its first observer, and disconnects it after
  /// its last.
  public func refCount() -> Observable<Element> {
    RefCount(self)
  }
}

/// One observer among those that are counted.
final class RefCountSink<Source: ConnectableObservableType>:
  Sink<Source.Element, Source.Element>, @unchecked Sendable
{
  private let parent: RefCount<Source>
  fileprivate let subscription = SerialDisposable()
  /// The connection for which it was counted, or nil. Changed in the parent's gate.
  fileprivate var connectionNumber: Int?

  init(
    _ parent: RefCount<Source>, observer: ObserverBase<Source.Element>, cancel: SinkDisposer
  ) {
    self.parent = parent
    super.init(observer: observer, cancel: cancel)
  }

  override func next(_ element: Source.Element) { send(element) }

  override func error(_ error: any Error) {
    parent.ended(self)
    sendError(error)
  }

  override func completed() {
    parent.ended(self)
    sendCompleted()
  }
}

/// Counting, connecting and disconnecting take turns in a gate, so that somebody who comes
/// while the last one leaves finds either the old connection or none.
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
    gate.perform { [self] in came(sink, generation) }
    let leaving = AnonymousDisposable { [self] in gate.perform { [self] in left(sink) } }
    return (sink, BinaryDisposable(sink.subscription, leaving))
  }

  private var generation: Int {
    (source as? ConnectableObservable<Source.Element>)?.generation ?? 0
  }

  private func came(_ sink: RefCountSink<Source>, _ generation: Int) {
    guard !sink.isSilent else { return }
    // Between subscribing and being counted the others may have left, and with them what
    // was subscribed to.
    if generation != self.generation { sink.subscription.disposable = source.subscribe(sink) }
    sink.connectionNumber = connectionNumber
    count += 1
    if count == 1 { connection = source.connect().asObject }
  }

  private func left(_ sink: RefCountSink<Source>) {
    guard sink.connectionNumber == connectionNumber else { return }
    sink.connectionNumber = nil
    count -= 1
    if count == 0 { takeConnection()?.dispose() }
  }

  /// Lets go of the connection whose source ended; the next observer makes a new one.
  fileprivate func ended(_ sink: RefCountSink<Source>) {
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
