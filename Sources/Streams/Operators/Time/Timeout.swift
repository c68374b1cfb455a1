extension ObservableType {
  /// This sequence; if nothing comes within a while, it fails with `RxError.timeout`.
  public func timeout(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> {
    Timeout(asObservable(), dueTime, .error(RxError.timeout), scheduler)
  }

  /// This sequence; if nothing comes within a while, it goes on with another.
  public func timeout<Source: ObservableConvertibleType>(
    _ dueTime: RxTimeInterval, other: Source, scheduler: any SchedulerType
  ) -> Observable<Element> where Element == Source.Element {
    Timeout(asObservable(), dueTime, other.asObservable(), scheduler)
  }
}

/// Whichever comes first decides: an event of the source or the timer.
final class TimeoutSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let dueTime: RxTimeInterval
  private let other: Observable<Element>
  private let scheduler: any SchedulerType
  private let subscription = SerialDisposable()
  private let timer = SerialDisposable()
  private let lock = Lock()
  /// The number of events so far, and so of the timer that counts.
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

  /// Takes note of an event of the source; nil if the timer came first.
  private func arrive() -> Int? {
    lock.withLock {
      guard !hasSwitched else { return nil }
      number &+= 1
      return number
    }
  }

  /// Whether a timer comes before the next event of the source, as which it was started.
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
        if switches(number) {
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
