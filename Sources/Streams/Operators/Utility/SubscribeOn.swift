extension ObservableType {
  /// Returns an observable sequence that uses a scheduler to subscribe to this sequence and to
  /// dispose the subscription.
  ///
  /// The result sends each event on the thread on which this sequence sends it. To send events on a
  /// scheduler, use ``ObservableType/observe(on:)``.
  ///
  /// - Parameter scheduler: The scheduler on which the subscription is made and disposed.
  /// - Returns: An observable sequence with the events of this sequence. If the subscription is
  ///   disposed before the scheduled action runs, the result never subscribes to this sequence.
  public func subscribe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
    SubscribeOn(self, scheduler)
  }
}

/// The sequence that `subscribe(on:)` returns.
///
/// The source is not converted to an `Observable`. By default, `asObservable()` uses
/// `Observable.create`, which disposes the subscription to the source as soon as the source ends.
/// Here, that subscription must be disposed on the scheduler.
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
      guard !sink.isSilent else { return Disposables.create() }
      subscription.replace(
        with: ScheduledDisposable(scheduler: scheduler, disposable: source.subscribe(sink)))
      return Disposables.create()
    }
    scheduling.setDisposable(scheduled)
    return (sink, subscription)
  }
}
