extension ObservableType {
  /// Returns an observable sequence that fails with ``RxError/timeout`` if this sequence sends
  /// nothing in time.
  ///
  /// - Parameters:
  ///   - dueTime: The longest time before the first event and between two events.
  ///   - scheduler: The scheduler that runs the timer and sends the failure.
  /// - Returns: An observable sequence with the events of this one until the time is exceeded.
  /// - Note: Disposing the subscription cancels the timer.
  public func timeout(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> {
    Timeout(asObservable(), dueTime, .error(RxError.timeout), scheduler)
  }

  /// Returns an observable sequence that continues with another one if this sequence sends nothing
  /// in time.
  ///
  /// - Parameters:
  ///   - dueTime: The longest time before the first event and between two events.
  ///   - other: The sequence to continue with. It has no time limit.
  ///   - scheduler: The scheduler that runs the timer and subscribes to `other`.
  /// - Returns: An observable sequence. It ends as the sequence that it sends ends.
  /// - Note: Disposing the subscription cancels the timer.
  public func timeout<Source: ObservableConvertibleType>(
    _ dueTime: RxTimeInterval, other: Source, scheduler: any SchedulerType
  ) -> Observable<Element> where Element == Source.Element {
    Timeout(asObservable(), dueTime, other.asObservable(), scheduler)
  }
}

/// The sink of one subscription, in which an event of the source and the timer compete.
final class TimeoutSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let dueTime: RxTimeInterval
  private let other: Observable<Element>
  private let scheduler: any SchedulerType
  private let subscription = SerialDisposable()
  private let timer = SerialDisposable()
  private let lock = Lock()
  /// The number of events so far, which also identifies the current timer.
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
    startTimer(0)
    original.set(source.attach(self))
    return BinaryDisposable(subscription, timer)
  }

  override func next(_ element: Element) {
    guard let number = arrive() else { return }
    send(element)
    startTimer(number)
  }

  override func error(_ error: any Error) {
    if arrive() != nil { sendError(error) }
  }

  override func completed() {
    if arrive() != nil { sendCompleted() }
  }

  /// Records an event of the source.
  ///
  /// - Returns: The number of the event, or `nil` if the timer came first.
  private func arrive() -> Int? {
    lock.withLock {
      guard !hasSwitched else { return nil }
      number &+= 1
      return number
    }
  }

  /// Returns whether a timer fired before the event with the number that it was started for.
  private func switches(_ number: Int) -> Bool {
    lock.withLock {
      if number == self.number { hasSwitched = true }
      return hasSwitched
    }
  }

  private func startTimer(_ number: Int) {
    guard !timer.isDisposed else { return }
    let scheduling = SingleAssignmentDisposable()
    timer.replace(with: scheduling)
    scheduling.setDisposable(
      scheduler.scheduleRelative(number, dueTime: dueTime) { [self] number in
        if switches(number), !isSilent {
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
