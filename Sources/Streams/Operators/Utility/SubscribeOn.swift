extension ObservableType {
  /// Returns an observable sequence that subscribes to this one, and disposes the subscription, on
  /// a scheduler.
  ///
  /// It does not change where events are sent; see ``ObservableType/observe(on:)``.
  ///
  /// - Parameter scheduler: The scheduler on which the subscription is made and disposed. Disposing
  ///   the result before the subscription is made cancels it.
  /// - Returns: An observable sequence with the events of this one.
  public func subscribe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
    SubscribeOn(self, scheduler)
  }
}

/// The sequence that `subscribe(on:)` returns.
///
/// It stores its source without converting it to an `Observable`. An `Observable` that wraps a type
/// of the program would dispose that source as soon as it ends, and not on the scheduler.
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
