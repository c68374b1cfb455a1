extension ObservableType {
  /// This sequence, its events sent on a scheduler.
  public func observe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
    ObserveOn(asObservable(), scheduler)
  }
}

/// Events wait in a queue; one step on the scheduler sends one of them.
///
/// On a serial dispatch queue each event's step is scheduled when the event comes: so it keeps
/// its place among all else that the queue does. Elsewhere such steps might run at the same
/// time, and each one schedules the next.
final class ObserveOnSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let scheduler: any ImmediateSchedulerType
  private let lock = Lock()
  private var waiting = Fifo<Event<Element>>()
  private var isSending = false
  private let isSerial: Bool
  private let steps = SerialDisposable()

  init(
    _ scheduler: any ImmediateSchedulerType, observer: ObserverBase<Element>,
    cancel: SinkDisposer
  ) {
    self.scheduler = scheduler
    isSerial = scheduler is SerialDispatchQueueScheduler
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
    if isSerial {
      // Weakly: steps that still wait keep nothing of a subscription that was disposed.
      _ = scheduler.schedule(()) { [weak self] _ in
        _ = self?.sendNext()
        return Disposables.create()
      }
    } else if mustStart {
      steps.disposable = scheduler.scheduleRecursive(()) { [self] _, recurse in
        guard sendNext() else { return }
        let hasMore = lock.withLock {
          isSending = !waiting.isEmpty
          return isSending
        }
        if hasMore { recurse(()) }
      }
    }
  }

  /// Sends the event that waits longest.
  ///
  /// - Returns: Whether others may follow.
  private func sendNext() -> Bool {
    switch lock.withLock({ waiting.popFirst() }) {
    case .next(let element): send(element)
    case .error(let error):
      sendError(error)
      return false
    case .completed:
      sendCompleted()
      return false
    case nil: break
    }
    return true
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
