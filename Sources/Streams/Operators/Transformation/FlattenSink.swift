/// The sink of `flatMap`, `flatMapFirst`, `concatMap` and `merge`. These operators transform
/// elements into inner sequences and subscribe to the inner sequences.
///
/// At most `limit` inner sequences run at a time; the others wait. A `SerialGate` serializes the
/// events of the inner sequences. Waiting sequences are subscribed to in a loop outside the gate.
/// The stack therefore does not grow if many of them end before `subscribe` returns.
class FlattenSink<Input, Output>: CombiningSink<Input, Output>, @unchecked Sendable {
  private final let selector: (Input) throws -> Observable<Output>
  private final let limit: Int
  private final let group = CompositeDisposable()
  private final let lock = Lock()
  private final var waiting = Fifo<Observable<Output>>()
  private final var running = 0
  private final var sourceStopped = false
  /// The number of calls to `startWaiting()` that have not been handled. The call that increments
  /// this number from 0 starts the sequences for all of these calls.
  private final let starts = AtomicCount(0)

  init(
    limit: Int, _ selector: @escaping (Input) throws -> Observable<Output>,
    observer: ObserverBase<Output>, cancel: SinkDisposer
  ) {
    self.limit = limit
    self.selector = selector
    super.init(observer: observer, cancel: cancel)
  }

  override func run(_ source: Observable<Input>) -> DisposableObject {
    let subscription = SingleAssignmentDisposable()
    group.insert(object: subscription)
    subscription.set(source.attach(self))
    return group
  }

  /// A Boolean value indicating whether any inner sequence is running.
  final var isAnyRunning: Bool { lock.withLock { running > 0 } }

  override func next(_ element: Input) {
    do {
      admit(try selector(element))
    } catch {
      inTurn { [self] in sendError(error) }
    }
  }

  override func completed() {
    lock.withLock { sourceStopped = true }
    completeIfOver()
  }

  /// Subscribes to an inner sequence, or adds it to the waiting sequences.
  final func admit(_ inner: Observable<Output>) {
    let startsNow = lock.withLock {
      if running < limit {
        running += 1
        return true
      }
      waiting.append(inner)
      return false
    }
    if startsNow { start(inner) }
  }

  fileprivate final func innerCompleted(_ key: CompositeDisposable.DisposeKey?) {
    // The observer is removed but not disposed: its elements may still be queued in the gate.
    if let key { group.take(for: key) }
    lock.withLock { running -= 1 }
    if limit != .max { startWaiting() }
    completeIfOver()
  }

  private final func start(_ inner: Observable<Output>) {
    let observer = FlattenObserver(self)
    guard let key = group.insert(object: observer) else { return }
    observer.key = key
    observer.subscribe(to: inner)
  }

  private final func startWaiting() {
    guard starts.add(1) == 1 else { return }
    repeat {
      while let inner = takeWaiting() { start(inner) }
    } while starts.subtract(1) > 0
  }

  private final func takeWaiting() -> Observable<Output>? {
    lock.withLock {
      guard running < limit, let inner = waiting.popFirst() else { return nil }
      running += 1
      return inner
    }
  }

  private final func completeIfOver() {
    let isOver = lock.withLock { sourceStopped && running == 0 && waiting.isEmpty }
    if isOver { inTurn { [self] in sendCompleted() } }
  }
}

/// An observer of one inner sequence of a `FlattenSink`.
final class FlattenObserver<Input, Output>: SourceObserver<Output>, @unchecked Sendable {
  private let parent: FlattenSink<Input, Output>
  fileprivate var key: CompositeDisposable.DisposeKey?

  init(_ parent: FlattenSink<Input, Output>) {
    self.parent = parent
    super.init(gate: parent.gate)
  }

  override func receive(_ element: Output) {
    parent.send(element)
  }

  override func receiveError(_ error: any Error) {
    parent.sendError(error)
  }

  /// Handles the completion outside the gate: waiting sequences must not be started inside it.
  override func sourceCompleted() {
    if end() { parent.innerCompleted(key) }
  }
}

/// The base class of the producers of `flatMap`, `flatMapFirst`, `concatMap` and `merge`.
@usableFromInline
class Flatten<Input, Output>: SourceProducer<Input, Output>, @unchecked Sendable {
  final let limit: Int
  final let selector: (Input) throws -> Observable<Output>

  init(
    _ source: Observable<Input>, limit: Int,
    _ selector: @escaping (Input) throws -> Observable<Output>
  ) {
    self.limit = limit
    self.selector = selector
    super.init(source)
  }

  override func makeSink(
    _ observer: ObserverBase<Output>, cancel: SinkDisposer
  ) -> Sink<Input, Output> {
    FlattenSink(limit: limit, selector, observer: observer, cancel: cancel)
  }
}
