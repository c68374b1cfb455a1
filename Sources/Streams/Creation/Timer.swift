extension ObservableType where Element: RxAbstractInteger {
  /// A sequence that counts from 0, one a period.
  public static func interval(
    _ period: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> {
    Timer(period, period, scheduler)
  }

  /// A sequence that sends 0 after a while, and then counts on, one a period if there is
  /// one; otherwise it completes.
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
