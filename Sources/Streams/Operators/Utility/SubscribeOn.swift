extension ObservableType {
  /// This sequence, subscribed to and disposed on a scheduler.
  public func subscribe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
    SubscribeOn(asObservable(), scheduler)
  }
}

final class SubscribeOn<Element>: Producer<Element>, @unchecked Sendable {
  private let source: Observable<Element>
  private let scheduler: any ImmediateSchedulerType

  init(_ source: Observable<Element>, _ scheduler: any ImmediateSchedulerType) {
    self.source = source
    self.scheduler = scheduler
  }

  override func run(
    _ observer: ObserverBase<Element>, cancel: SinkDisposer
  ) -> (sink: DisposableObject, subscription: DisposableObject) {
    let sink = ForwardingSink<Element>(observer: observer, cancel: cancel)
    let subscription = SerialDisposable()
    let scheduling = SingleAssignmentDisposable()
    subscription.replace(with: scheduling)
    let scheduled = scheduler.schedule(()) { [source, scheduler] _ in
      subscription.replace(
        with: ScheduledDisposable(scheduler: scheduler, disposable: source.attach(sink)))
      return Disposables.create()
    }
    scheduling.setDisposable(scheduled)
    return (sink, subscription)
  }
}
