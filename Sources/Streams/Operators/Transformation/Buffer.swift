extension ObservableType {
  /// Returns an observable sequence that collects consecutive elements of this sequence in arrays.
  ///
  /// An array is sent when it has `count` elements, or when `timeSpan` has passed since the
  /// subscription or the previous array. After `timeSpan`, even an empty array is sent.
  ///
  /// - Parameters:
  ///   - timeSpan: The maximum time for which elements are collected in one array.
  ///   - count: The maximum number of elements in an array; greater than 0.
  ///   - scheduler: The scheduler that runs the timer and sends the arrays whose time has passed.
  /// - Returns: An observable sequence. When this sequence completes, the collected elements are
  ///   sent in a last array, which may be empty. When it fails, the collected elements are dropped.
  /// - Note: Disposing the subscription cancels the timer and releases the collected elements.
  public func buffer(
    timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType
  ) -> Observable<[Element]> {
    Buffer(asObservable(), timeSpan, count, scheduler)
  }
}

final class BufferSink<Element>: SerialSink<Element, [Element]>, @unchecked Sendable {
  private let timeSpan: RxTimeInterval
  private let count: Int
  private let scheduler: any SchedulerType
  private let timer = SerialDisposable()
  private var elements: [Element] = []
  private var number = 0

  init(
    _ timeSpan: RxTimeInterval, _ count: Int, _ scheduler: any SchedulerType,
    observer: ObserverBase<[Element]>, cancel: SinkDisposer
  ) {
    self.timeSpan = timeSpan
    self.count = count
    self.scheduler = scheduler
    super.init(observer: observer, cancel: cancel)
  }

  override func run(_ source: Observable<Element>) -> DisposableObject {
    startTimer()
    return BinaryDisposable(timer, source.attach(self))
  }

  override func receive(_ element: Element) {
    elements.append(element)
    if elements.count == count { sendBuffer() }
  }

  override func receiveCompleted() {
    send(elements)
    sendCompleted()
  }

  private func sendBuffer() {
    number &+= 1
    let full = elements
    elements = []
    send(full)
    startTimer()
  }

  private func startTimer() {
    guard !timer.isDisposed else { return }
    let scheduling = SingleAssignmentDisposable()
    timer.replace(with: scheduling)
    scheduling.setDisposable(
      scheduler.scheduleRelative(number, dueTime: timeSpan) { [self] number in
        inTurn { [self] in
          if number == self.number { sendBuffer() }
        }
        return Disposables.create()
      })
  }
}

final class Buffer<Element>: SourceProducer<Element, [Element]>, @unchecked Sendable {
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
    _ observer: ObserverBase<[Element]>, cancel: SinkDisposer
  ) -> Sink<Element, [Element]> {
    BufferSink(timeSpan, count, scheduler, observer: observer, cancel: cancel)
  }
}
