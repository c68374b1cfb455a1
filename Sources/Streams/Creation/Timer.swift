extension ObservableType where Element: RxAbstractInteger {
  /// Returns an observable sequence that sends 0, 1, 2 and so on at regular intervals and never
  /// ends.
  ///
  /// - Parameters:
  ///   - period: The time before the first element and between consecutive elements.
  ///   - scheduler: The scheduler that runs the timer and sends the elements.
  /// - Returns: An observable sequence. Each subscription has its own timer, which is cancelled
  ///   when the subscription is disposed.
  /// - Note: A subscription that is not disposed keeps alive its timer, its observer and all
  ///   objects that they retain.
  public static func interval(
    _ period: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> {
    Timer(period, period, scheduler)
  }

  /// Returns an observable sequence that sends 0 after a delay and then, if a period is given,
  /// continues with 1, 2 and so on at regular intervals.
  ///
  /// - Parameters:
  ///   - dueTime: The time before the first element.
  ///   - period: The time between consecutive elements, or `nil` to complete after the first
  ///     element.
  ///   - scheduler: The scheduler that runs the timer and sends the elements.
  /// - Returns: An observable sequence. Each subscription has its own timer, which is cancelled
  ///   when the subscription is disposed. With a period the sequence never ends.
  public static func timer(
    _ dueTime: RxTimeInterval, period: RxTimeInterval? = nil, scheduler: any SchedulerType
  ) -> Observable<Element> {
    Timer(dueTime, period, scheduler)
  }
}

final class TimerSink<Element: RxAbstractInteger>: Sink<Never, Element>, @unchecked Sendable {
  func run(
    dueTime: RxTimeInterval, period: RxTimeInterval?, on scheduler: any SchedulerType
  ) -> DisposableObject {
    guard let period else {
      return scheduler.scheduleRelative((), dueTime: dueTime) { [self] _ in
        send(0)
        sendCompleted()
        return Disposables.create()
      }.asObject
    }
    return scheduler.schedulePeriodic(0 as Element, startAfter: dueTime, period: period) {
      [self] count in
      send(count)
      return count &+ 1
    }.asObject
  }
}

final class Timer<Element: RxAbstractInteger>: Producer<Element>, @unchecked Sendable {
  private let dueTime: RxTimeInterval
  private let period: RxTimeInterval?
  private let scheduler: any SchedulerType

  init(_ dueTime: RxTimeInterval, _ period: RxTimeInterval?, _ scheduler: any SchedulerType) {
    self.dueTime = dueTime
    self.period = period
    self.scheduler = scheduler
  }

  override func run(
    _ observer: ObserverBase<Element>, cancel: SinkDisposer
  ) -> (sink: DisposableObject, subscription: DisposableObject) {
    let sink = TimerSink<Element>(observer: observer, cancel: cancel)
    return (sink, sink.run(dueTime: dueTime, period: period, on: scheduler))
  }
}
