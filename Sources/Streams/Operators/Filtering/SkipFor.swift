extension ObservableType {
  /// Returns an observable sequence that skips the elements of this sequence for a given time.
  ///
  /// - Parameters:
  ///   - duration: The time for which elements are skipped, measured from the subscription.
  ///   - scheduler: The scheduler that runs the timer. Each element is sent on the thread on which
  ///     this sequence sends it.
  /// - Returns: An observable sequence. It ends in the same way as this sequence. Disposing the
  ///   subscription cancels the timer.
  public func skip(
    _ duration: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> {
    SkipFor(asObservable(), duration, scheduler)
  }
}

final class SkipForSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let duration: RxTimeInterval
  private let scheduler: any SchedulerType
  private let isOver = AtomicFlag(false)

  init(
    _ duration: RxTimeInterval, _ scheduler: any SchedulerType,
    observer: ObserverBase<Element>, cancel: SinkDisposer
  ) {
    self.duration = duration
    self.scheduler = scheduler
    super.init(observer: observer, cancel: cancel)
  }

  override func run(_ source: Observable<Element>) -> DisposableObject {
    let timer = scheduler.scheduleRelative((), dueTime: duration) { [self] _ in
      isOver.store(true)
      return Disposables.create()
    }
    return BinaryDisposable(timer.asObject, source.attach(self))
  }

  override func next(_ element: Element) {
    if isOver.load() { send(element) }
  }
}

final class SkipFor<Element>: SourceProducer<Element, Element>, @unchecked Sendable {
  private let duration: RxTimeInterval
  private let scheduler: any SchedulerType

  init(
    _ source: Observable<Element>, _ duration: RxTimeInterval, _ scheduler: any SchedulerType
  ) {
    self.duration = duration
    self.scheduler = scheduler
    super.init(source)
  }

  override func makeSink(
    _ observer: ObserverBase<Element>, cancel: SinkDisposer
  ) -> Sink<Element, Element> {
    SkipForSink(duration, scheduler, observer: observer, cancel: cancel)
  }
}
