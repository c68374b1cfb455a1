extension ObservableType {
  /// Returns an observable sequence that fails with ``RxError/timeout`` if this sequence sends no
  /// event in a given time.
  ///
  /// - Parameters:
  ///   - dueTime: The maximum time before the first event and between consecutive events.
  ///   - scheduler: The scheduler that runs the timer and sends the failure.
  /// - Returns: An observable sequence with the events of this sequence until the time is exceeded.
  /// - Note: Disposing the subscription cancels the timer.
  public func timeout(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> {
    Timeout(asObservable(), dueTime, .error(RxError.timeout), scheduler)
  }

  /// Returns an observable sequence that continues with another sequence if this sequence sends no
  /// event in a given time.
  ///
  /// - Parameters:
  ///   - dueTime: The maximum time before the first event and between consecutive events.
  ///   - other: The sequence to continue with. It has no time limit.
  ///   - scheduler: The scheduler that runs the timer and subscribes to `other`.
  /// - Returns: An observable sequence. It ends in the same way as this sequence or, after a
  ///   timeout, as `other`.
  /// - Note: Disposing the subscription cancels the timer.
  public func timeout<Source: ObservableConvertibleType>(
    _ dueTime: RxTimeInterval, other: Source, scheduler: any SchedulerType
  ) -> Observable<Element> where Element == Source.Element {
    Timeout(asObservable(), dueTime, other.asObservable(), scheduler)
  }
}

/// The sink of one subscription. It switches to the other sequence when the timer fires.
final class TimeoutSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let dueTime: RxTimeInterval
  private let other: Observable<Element>
  private let scheduler: any SchedulerType
  private let subscription = SerialDisposable()
  private let timer = SerialDisposable()
  private let lock = Lock()
  /// The number of events of the source so far. Once it changes, earlier timers have no effect.
  private var number = 0
  private var hasSwitched = false

  init(
    _ dueTime: RxTimeInterval, _ other: Observable<Element>, _ scheduler: any SchedulerType,
    observer: ObserverBase<Element>, cancel: SinkDisposer
  ) {
    self.dueTime = dueTime
    self.other = other
    self.scheduler = scheduler
    super.init(observer: observer, cancel: cancel)
  }

  override func run(_ source: Observable<Element>) -> DisposableObject {
    let original = SingleAssignmentDisposable()
    subscription.replace(with: original)
    startTimer()
    original.set(source.attach(self))
    return BinaryDisposable(subscription, timer)
  }

  override func next(_ element: Element) {
    guard recordEvent() else { return }
    send(element)
    startTimer()
  }

  override func error(_ error: any Error) {
    if recordEvent() { sendError(error) }
  }

  override func completed() {
    if recordEvent() { sendCompleted() }
  }

  /// Records an event of the source.
  ///
  /// - Returns: `false` if the sink has already switched to the other sequence.
  private func recordEvent() -> Bool {
    lock.withLock {
      guard !hasSwitched else { return false }
      number &+= 1
      return true
    }
  }

  /// Records a switch to the other sequence if no event has arrived since a timer was started.
  ///
  /// - Parameter number: The number of events when the timer was started.
  /// - Returns: Whether the sink switches now.
  private func beginSwitch(ifCountIs number: Int) -> Bool {
    lock.withLock {
      guard number == self.number else { return false }
      hasSwitched = true
      return true
    }
  }

  /// Starts a timer that switches to the other sequence unless an event arrives. `number` is read
  /// here, because further events may have arrived while `next(_:)` was sending an element.
  private func startTimer() {
    guard !timer.isDisposed else { return }
    let number = lock.withLock { self.number }
    let scheduling = SingleAssignmentDisposable()
    timer.replace(with: scheduling)
    scheduling.setDisposable(
      scheduler.scheduleRelative(number, dueTime: dueTime) { [self] number in
        if beginSwitch(ifCountIs: number), !isSilent {
          subscription.disposable = other.attach(ForwardingObserver(self))
        }
        return Disposables.create()
      })
  }
}

final class Timeout<Element>: SourceProducer<Element, Element>, @unchecked Sendable {
  private let dueTime: RxTimeInterval
  private let other: Observable<Element>
  private let scheduler: any SchedulerType

  init(
    _ source: Observable<Element>,
    _ dueTime: RxTimeInterval,
    _ other: Observable<Element>,
    _ scheduler: any SchedulerType
  ) {
    self.dueTime = dueTime
    self.other = other
    self.scheduler = scheduler
    super.init(source)
  }

  override func makeSink(
    _ observer: ObserverBase<Element>, cancel: SinkDisposer
  ) -> Sink<Element, Element> {
    TimeoutSink(dueTime, other, scheduler, observer: observer, cancel: cancel)
  }
}
