extension ObservableType {
  /// This sequence, its events sent on a scheduler.
  public func observe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
    ObserveOn(asObservable(), scheduler)
  }
}

/// Events wait in a queue; one step on the scheduler sends one of them.
final class ObserveOnSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let scheduler: any ImmediateSchedulerType
  private let lock = Lock()
  private var waiting = Fifo<Event<Element>>()
  private var isSending = false
  private let steps = SerialDisposable()

  init(
    _ scheduler: any ImmediateSchedulerType, observer: ObserverBase<Element>,
    cancel: SinkDisposer
  ) {
    self.scheduler = scheduler
    super.init(observer: observer, cancel: cancel)
  }

  override func run(_ source: Observable<Element>) -> DisposableObject {
    BinaryDisposable(source.attach(self), steps)
  }

  override func next(_ element: Element) { enqueue(.next(element)) }

  override func error(_ error: any Error) { enqueue(.error(error)) }

  override func completed() { enqueue(.completed) }

  override func dispose() {
    super.dispose()
    let dropped = lock.withLock { waiting.popAll() }
    withExtendedLifetime(dropped) {}
  }

  private func enqueue(_ event: Event<Element>) {
    let mustStart = lock.withLock {
      waiting.append(event)
      defer { isSending = true }
      return !isSending
    }
    guard mustStart else { return }
    steps.disposable = scheduler.scheduleRecursive(()) { [self] _, recurse in
      switch lock.withLock({ waiting.popFirst() }) {
      case .next(let element): send(element)
      case .error(let error): return sendError(error)
      case .completed: return sendCompleted()
      case nil: break
      }
      let hasMore = lock.withLock {
        isSending = !waiting.isEmpty
        return isSending
      }
      if hasMore { recurse(()) }
    }
  }
}

final class ObserveOn<Element>: SourceProducer<Element, Element>, @unchecked Sendable {
  private let scheduler: any ImmediateSchedulerType
  private let token: SerialObservableToken?

  init(_ source: Observable<Element>, _ scheduler: any ImmediateSchedulerType) {
    self.scheduler = scheduler
    token = scheduler is SerialDispatchQueueScheduler ? SerialObservableToken() : nil
    super.init(source)
  }

  override func makeSink(
    _ observer: ObserverBase<Element>, cancel: SinkDisposer
  ) -> Sink<Element, Element> {
    ObserveOnSink(scheduler, observer: observer, cancel: cancel)
  }
}
