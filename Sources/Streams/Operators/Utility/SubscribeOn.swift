extension ObservableType {
  /// This sequence, subscribed to and disposed on a scheduler.
  public func subscribe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
    SubscribeOn(self, scheduler)
  }
}

/// Keeps its source in the source's own type: wrapped in an `Observable`, a foreign source
/// would be disposed by the wrapping as soon as it ends, and not on the scheduler.
final class SubscribeOn<Source: ObservableType>: Producer<Source.Element>, @unchecked Sendable {
  private let source: Source
  private let scheduler: any ImmediateSchedulerType

  init(_ source: Source, _ scheduler: any ImmediateSchedulerType) {
    self.source = source
    self.scheduler = scheduler
  }

  override func run(
    _ observer: ObserverBase<Source.Element>, cancel: SinkDisposer
  ) -> (sink: DisposableObject, subscription: DisposableObject) {
    let sink = ForwardingSink<Source.Element>(observer: observer, cancel: cancel)
    let subscription = SerialDisposable()
    let scheduling = SingleAssignmentDisposable()
    subscription.replace(with: scheduling)
    let scheduled = scheduler.schedule(()) { [source, scheduler] _ in
      subscription.replace(
        with: ScheduledDisposable(scheduler: scheduler, disposable: source.subscribe(sink)))
      return Disposables.create()
    }
    scheduling.setDisposable(scheduled)
    return (sink, subscription)
  }
}
