extension ObservableType {
  /// Returns an observable sequence that sends at most one element of this sequence per interval.
  ///
  /// Each element that is sent starts an interval. An element that arrives outside an interval is
  /// sent immediately. If `latest` is `true`, the last element that arrives in an interval is sent
  /// at the end of the interval. Otherwise, elements that arrive in an interval are dropped.
  ///
  /// - Parameters:
  ///   - dueTime: The minimum time between consecutive elements.
  ///   - latest: Whether the last element of an interval is sent at the end of the interval.
  ///   - scheduler: The scheduler that measures the time and sends delayed elements.
  /// - Returns: An observable sequence. When this sequence completes, the completion is sent after
  ///   any pending element. A failure is sent immediately, and a pending element is dropped.
  /// - Note: Disposing the subscription cancels the timer and releases the pending element.
  public func throttle(
    _ dueTime: RxTimeInterval, latest: Bool = true, scheduler: any SchedulerType
  ) -> Observable<Element> {
    Throttle(asObservable(), dueTime, latest, scheduler)
  }
}

final class ThrottleSink<Element>: SerialSink<Element, Element>, @unchecked Sendable {
  private let dueTime: RxTimeInterval
  private let latest: Bool
  private let scheduler: any SchedulerType
  private let timer = SerialDisposable()
  private var waiting: Element?
  private var lastSent: RxTime?
  private var sourceStopped = false

  init(
    _ dueTime: RxTimeInterval, _ latest: Bool, _ scheduler: any SchedulerType,
    observer: ObserverBase<Element>, cancel: SinkDisposer
  ) {
    self.dueTime = dueTime
    self.latest = latest
    self.scheduler = scheduler
    super.init(observer: observer, cancel: cancel)
  }

  override func run(_ source: Observable<Element>) -> DisposableObject {
    BinaryDisposable(source.attach(self), timer)
  }

  override func receive(_ element: Element) {
    let wait =
      lastSent.map { dueTime.remaining(since: $0, now: scheduler.now) } ?? .nanoseconds(0)
    if wait.isZeroOrNegative { return sendNow(element) }
    guard latest else { return }
    let isTimerRunning = waiting != nil
    waiting = element
    guard !isTimerRunning else { return }
    let scheduling = SingleAssignmentDisposable()
    timer.replace(with: scheduling)
    scheduling.setDisposable(
      scheduler.scheduleRelative((), dueTime: wait) { [self] _ in
        inTurn { [self] in timeIsOver() }
        return Disposables.create()
      })
  }

  override func receiveError(_ error: any Error) {
    waiting = nil
    sendError(error)
  }

  override func receiveCompleted() {
    if waiting == nil {
      sendCompleted()
    } else {
      sourceStopped = true
    }
  }

  private func timeIsOver() {
    if let waiting { sendNow(waiting) }
    if sourceStopped { sendCompleted() }
  }

  private func sendNow(_ element: Element) {
    waiting = nil
    send(element)
    // The time is recorded after sending, so that the interval starts when the observer has handled
    // the element, however long that takes.
    lastSent = scheduler.now
  }
}

final class Throttle<Element>: SourceProducer<Element, Element>, @unchecked Sendable {
  private let dueTime: RxTimeInterval
  private let latest: Bool
  private let scheduler: any SchedulerType

  init(
    _ source: Observable<Element>,
    _ dueTime: RxTimeInterval,
    _ latest: Bool,
    _ scheduler: any SchedulerType
  ) {
    self.dueTime = dueTime
    self.latest = latest
    self.scheduler = scheduler
    super.init(source)
  }

  override func makeSink(
    _ observer: ObserverBase<Element>, cancel: SinkDisposer
  ) -> Sink<Element, Element> {
    ThrottleSink(dueTime, latest, scheduler, observer: observer, cancel: cancel)
  }
}
