extension ObservableType {
  /// Returns an observable sequence that sends the events of this sequence on a scheduler.
  ///
  /// Elements, failure and completion are queued and sent in the order in which they arrived, one
  /// at a time, even on a concurrent scheduler.
  ///
  /// - Parameter scheduler: The scheduler that sends the events.
  /// - Returns: A sequence that sends all queued elements, then ends in the same way as this one.
  /// - Note: Disposing the subscription releases the events that have not been sent.
  public func observe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
    ObserveOn(asObservable(), scheduler)
  }
}

/// The sink of one subscription. It keeps events in a queue, and each scheduled action sends one
/// event.
///
/// On a serial dispatch queue, an action is scheduled for each event that arrives. The event thus
/// keeps its position among the other work of the queue. On other schedulers, such actions could
/// run at the same time, so each action schedules the next one, if more events are waiting.
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
      // The capture is weak, because pending actions must not retain the sink after its disposal.
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

  /// Removes the oldest event from the queue and sends it.
  ///
  /// - Returns: `false` if the event was a failure or completion.
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
