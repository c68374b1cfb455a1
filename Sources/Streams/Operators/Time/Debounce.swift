extension ObservableType {
  /// Returns an observable sequence that sends an element of this sequence once a given time has
  /// passed without another element.
  ///
  /// - Parameters:
  ///   - dueTime: The time that must pass without another element.
  ///   - scheduler: The scheduler that runs the timer and sends the elements.
  /// - Returns: An observable sequence. When this sequence completes, the pending element and then
  ///   the completion are sent immediately. If this sequence fails, the element is dropped and the
  ///   failure is sent immediately.
  /// - Note: Disposing the subscription cancels the timer and releases the pending element.
  public func debounce(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> {
    Debounce(asObservable(), dueTime, scheduler)
  }
}

final class DebounceSink<Element>: SerialSink<Element, Element>, @unchecked Sendable {
  private let dueTime: RxTimeInterval
  private let scheduler: any SchedulerType
  private let timer = SerialDisposable()
  private var number = 0
  private var waiting: Element?

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

  override func receive(_ element: Element) {
    number &+= 1
    waiting = element
    let scheduling = SingleAssignmentDisposable()
    timer.replace(with: scheduling)
    scheduling.setDisposable(
      scheduler.scheduleRelative(number, dueTime: dueTime) { [self] number in
        inTurn { [self] in
          if number == self.number { sendWaiting() }
        }
        return Disposables.create()
      })
  }

  override func receiveError(_ error: any Error) {
    waiting = nil
    sendError(error)
  }

  override func receiveCompleted() {
    sendWaiting()
    sendCompleted()
  }

  private func sendWaiting() {
    guard let element = waiting else { return }
    waiting = nil
    send(element)
  }
}

final class Debounce<Element>: SourceProducer<Element, Element>, @unchecked Sendable {
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
    DebounceSink(dueTime, scheduler, observer: observer, cancel: cancel)
  }
}
