extension ObservableType {
  /// Returns an observable sequence of sequences, called windows, that send consecutive elements of
  /// this sequence.
  ///
  /// The first window is sent when the subscription is made. A window completes when it has sent
  /// `count` elements or when it has lasted for `timeSpan`. Then the next window is sent.
  ///
  /// - Parameters:
  ///   - timeSpan: The maximum duration of a window.
  ///   - count: The maximum number of elements in a window; greater than 0.
  ///   - scheduler: The scheduler that runs the timer and ends the windows whose time has passed.
  /// - Returns: An observable sequence. The current window and the result end in the same way as
  ///   this sequence. An observer of a window receives only the elements that arrive after it has
  ///   subscribed.
  /// - Note: The subscription to this sequence and the timer last until the subscriptions to the
  ///   result and to all windows have been disposed.
  public func window(
    timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType
  ) -> Observable<Observable<Element>> {
    Window(asObservable(), timeSpan, count, scheduler)
  }
}

/// The sink of one subscription. The subscription to the source exists as long as there is a
/// subscription to the result or to a window.
final class WindowSink<Element>: SerialSink<Element, Observable<Element>>, @unchecked Sendable {
  private let timeSpan: RxTimeInterval
  private let count: Int
  private let scheduler: any SchedulerType
  private let timer = SerialDisposable()
  private let group = CompositeDisposable()
  /// The counter of the users of `group`: the result and the observers of windows.
  private let shares: RefCountDisposable
  private var window = PublishSubject<Element>()
  private var sent = 0
  private var number = 0

  init(
    _ timeSpan: RxTimeInterval, _ count: Int, _ scheduler: any SchedulerType,
    observer: ObserverBase<Observable<Element>>, cancel: SinkDisposer
  ) {
    self.timeSpan = timeSpan
    self.count = count
    self.scheduler = scheduler
    shares = RefCountDisposable(disposable: group)
    super.init(observer: observer, cancel: cancel)
  }

  override func run(_ source: Observable<Element>) -> DisposableObject {
    group.insert(object: timer)
    sendWindow()
    startTimer()
    group.insert(object: source.attach(self))
    return shares
  }

  override func receive(_ element: Element) {
    window.onNext(element)
    sent += 1
    if sent == count { nextWindow() }
  }

  override func receiveError(_ error: any Error) {
    window.onError(error)
    sendError(error)
    group.dispose()
  }

  override func receiveCompleted() {
    window.onCompleted()
    sendCompleted()
    group.dispose()
  }

  private func nextWindow() {
    sent = 0
    number &+= 1
    window.onCompleted()
    window = PublishSubject()
    sendWindow()
    startTimer()
  }

  private func sendWindow() {
    send(RetainingObservable(window, shares))
  }

  private func startTimer() {
    guard !timer.isDisposed else { return }
    let scheduling = SingleAssignmentDisposable()
    timer.replace(with: scheduling)
    scheduling.setDisposable(
      scheduler.scheduleRelative(number, dueTime: timeSpan) { [self] number in
        inTurn { [self] in
          if number == self.number { nextWindow() }
        }
        return Disposables.create()
      })
  }
}

final class Window<Element>: SourceProducer<Element, Observable<Element>>, @unchecked Sendable {
  private let timeSpan: RxTimeInterval
  private let count: Int
  private let scheduler: any SchedulerType

  init(
    _ source: Observable<Element>,
    _ timeSpan: RxTimeInterval,
    _ count: Int,
    _ scheduler: any SchedulerType
  ) {
    self.timeSpan = timeSpan
    self.count = count
    self.scheduler = scheduler
    super.init(source)
  }

  override func makeSink(
    _ observer: ObserverBase<Observable<Element>>, cancel: SinkDisposer
  ) -> Sink<Element, Observable<Element>> {
    WindowSink(timeSpan, count, scheduler, observer: observer, cancel: cancel)
  }
}
