extension ObservableType {
  /// Returns an observable sequence that sends the elements and the completion of this sequence
  /// after a delay.
  ///
  /// - Parameters:
  ///   - dueTime: The delay of each element and of the completion.
  ///   - scheduler: The scheduler that runs the timer and sends the delayed events.
  /// - Returns: An observable sequence. A failure is sent immediately, and the elements that are
  ///   still delayed are dropped.
  /// - Note: Disposing the subscription cancels the timer and releases the delayed elements.
  public func delay(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> {
    Delay(asObservable(), dueTime, scheduler)
  }
}

/// The sink of one subscription. It queues each element and the completion, together with their
/// times of arrival. Only one timer runs at a time.
final class DelaySink<Element>: SerialSink<Element, Element>, @unchecked Sendable {
  private let dueTime: RxTimeInterval
  private let scheduler: any SchedulerType
  private let timer = SerialDisposable()
  private var waiting = Fifo<(time: RxTime, event: Event<Element>)>()

  init(
    _ dueTime: RxTimeInterval, _ scheduler: any SchedulerType, observer: ObserverBase<Element>,
    cancel: SinkDisposer
  ) {
    self.dueTime = dueTime
    self.scheduler = scheduler
    super.init(observer: observer, cancel: cancel)
  }

  override func run(_ source: Observable<Element>) -> DisposableObject {
    BinaryDisposable(source.attach(self), timer)
  }

  override func receive(_ element: Element) { enqueue(.next(element)) }

  override func receiveError(_ error: any Error) {
    waiting = Fifo()
    sendError(error)
  }

  override func receiveCompleted() { enqueue(.completed) }

  private func enqueue(_ event: Event<Element>) {
    let mustStart = waiting.isEmpty
    waiting.append((scheduler.now, event))
    if mustStart { startTimer(dueTime) }
  }

  private func startTimer(_ wait: RxTimeInterval) {
    guard !timer.isDisposed else { return }
    let scheduling = SingleAssignmentDisposable()
    timer.replace(with: scheduling)
    scheduling.setDisposable(
      scheduler.scheduleRelative((), dueTime: wait) { [self] _ in
        inTurn { [self] in sendFirst() }
        return Disposables.create()
      })
  }

  private func sendFirst() {
    switch waiting.first?.event {
    case .next(let element): send(element)
    case .completed: return sendCompleted()
    case .error, nil: return
    }
    // `waiting` does not change while the gate is occupied, so the sent event is still first.
    _ = waiting.popFirst()
    if let next = waiting.first {
      startTimer(dueTime.remaining(since: next.time, now: scheduler.now))
    }
  }
}

final class Delay<Element>: SourceProducer<Element, Element>, @unchecked Sendable {
  private let dueTime: RxTimeInterval
  private let scheduler: any SchedulerType

  init(_ source: Observable<Element>, _ dueTime: RxTimeInterval, _ scheduler: any SchedulerType) {
    self.dueTime = dueTime
    self.scheduler = scheduler
    super.init(source)
  }

  override func makeSink(
    _ observer: ObserverBase<Element>, cancel: SinkDisposer
  ) -> Sink<Element, Element> {
    DelaySink(dueTime, scheduler, observer: observer, cancel: cancel)
  }
}
