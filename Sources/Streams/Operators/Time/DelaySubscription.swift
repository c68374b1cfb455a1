extension ObservableType {
  /// Returns an observable sequence that subscribes to this sequence after a delay.
  ///
  /// - Parameters:
  ///   - dueTime: The time between the subscription to the result and the subscription to this
  ///     sequence.
  ///   - scheduler: The scheduler that runs the timer and subscribes to this sequence.
  /// - Returns: An observable sequence with the events of this sequence. If the subscription is
  ///   disposed during the delay, the result never subscribes to this sequence.
  public func delaySubscription(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> {
    DelaySubscription(asObservable(), dueTime, scheduler)
  }
}

final class DelaySubscriptionSink<Element>: ForwardingSink<Element>, @unchecked Sendable {
  private let dueTime: RxTimeInterval
  private let scheduler: any SchedulerType

  init(
    _ dueTime: RxTimeInterval, _ scheduler: any SchedulerType, observer: ObserverBase<Element>,
    cancel: SinkDisposer
  ) {
    self.dueTime = dueTime
    self.scheduler = scheduler
    super.init(observer: observer, cancel: cancel)
  }

  override func run(_ source: Observable<Element>) -> DisposableObject {
    // The subscription is stored here, because a scheduler might not dispose the action's result.
    let subscription = SingleAssignmentDisposable()
    let timer = scheduler.scheduleRelative((), dueTime: dueTime) { [self] _ in
      if !isSilent { subscription.setDisposable(source.attach(self)) }
      return NopDisposable.shared
    }
    return BinaryDisposable(subscription, timer.asObject)
  }
}

final class DelaySubscription<Element>: SourceProducer<Element, Element>, @unchecked Sendable {
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
    DelaySubscriptionSink(dueTime, scheduler, observer: observer, cancel: cancel)
  }
}
