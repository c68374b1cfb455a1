extension ObservableType {
  /// A sequence that subscribes to this one again when a trigger says so.
  ///
  /// The trigger is made from the sequence of this one's errors: its elements subscribe
  /// again, its end ends the sequence. An error of another type than the trigger handles
  /// is sent on.
  public func retry<TriggerObservable: ObservableType, Failure: Error>(
    when notificationHandler: @escaping (Observable<Failure>) -> TriggerObservable
  ) -> Observable<Element> {
    RetryWhen(asObservable(), notificationHandler)
  }

  /// A sequence that subscribes to this one again when a trigger says so.
  ///
  /// The trigger is made from the sequence of this one's errors: its elements subscribe
  /// again, its end ends the sequence.
  public func retry<TriggerObservable: ObservableType>(
    when notificationHandler: @escaping (Observable<any Error>) -> TriggerObservable
  ) -> Observable<Element> {
    RetryWhen(asObservable(), notificationHandler)
  }
}

final class RetryWhenSink<Element, Trigger: ObservableType, Failure>: SequentialSink<Element>,
  @unchecked Sendable
{
  private let gate = SerialGate()
  private let errors = PublishSubject<Failure>()

  func run(_ handler: (Observable<Failure>) -> Trigger) -> DisposableObject {
    let trigger = RetryWhenTriggerObserver(self)
    let triggerSubscription = handler(errors).asObservable().attach(trigger)
    return CompositeDisposable(disposables: [start(), triggerSubscription, errors])
  }

  override func next(_ element: Element) {
    if gate.enter() {
      send(element)
      gate.leave()
    } else {
      gate.enqueue { [self] in send(element) }
    }
  }

  override func error(_ error: any Error) {
    if let failure = error as? Failure {
      errors.onNext(failure)
    } else {
      end { $0.sendError(error) }
    }
  }

  override func completed() {
    end { $0.sendCompleted() }
  }

  func end(_ send: @escaping (RetryWhenSink) -> Void) {
    gate.perform { [self] in send(self) }
  }
}

final class RetryWhenTriggerObserver<Element, Trigger: ObservableType, Failure>:
  ObserverBase<Trigger.Element>, @unchecked Sendable
{
  private let parent: RetryWhenSink<Element, Trigger, Failure>

  init(_ parent: RetryWhenSink<Element, Trigger, Failure>) {
    self.parent = parent
  }

  override func next(_ element: Trigger.Element) { parent.advance() }
  override func error(_ error: any Error) { parent.end { $0.sendError(error) } }
  override func completed() { parent.end { $0.sendCompleted() } }
}

final class RetryWhen<Element, Trigger: ObservableType, Failure>: Producer<Element>,
  @unchecked Sendable
{
  private let source: Observable<Element>
  private let handler: (Observable<Failure>) -> Trigger

  init(
    _ source: Observable<Element>, _ handler: @escaping (Observable<Failure>) -> Trigger
  ) {
    self.source = source
    self.handler = handler
  }

  override func run(
    _ observer: ObserverBase<Element>, cancel: SinkDisposer
  ) -> (sink: DisposableObject, subscription: DisposableObject) {
    let sink = RetryWhenSink<Element, Trigger, Failure>(
      AnyIterator { [source] in source }, observer: observer, cancel: cancel)
    return (sink, sink.run(handler))
  }
}
