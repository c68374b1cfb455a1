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

/// Hears its trigger only from a failure of the source to the next attempt: what the trigger
/// sends while the source runs is no answer to anything. How it ended is kept for the next
/// failure.
final class RetryWhenSink<Element, Trigger: ObservableType, Failure>: SequentialSink<Element>,
  @unchecked Sendable
{
  private let gate = SerialGate()
  private let errors = PublishSubject<Failure>()
  private let lock = Lock()
  /// Whether the source failed and the next attempt has not begun.
  private var awaitsTrigger = false
  private var triggerEnd: Event<Trigger.Element>?

  func run(_ handler: (Observable<Failure>) -> Trigger) -> DisposableObject {
    let trigger = RetryWhenTriggerObserver(self)
    let triggerSubscription = handler(errors).asObservable().attach(trigger)
    return CompositeDisposable(disposables: [start(), triggerSubscription, errors])
  }

  override func subscribe(to source: Observable<Element>) -> DisposableObject {
    lock.withLock { awaitsTrigger = false }
    return super.subscribe(to: source)
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
    guard let failure = error as? Failure else { return end { $0.sendError(error) } }
    let triggerEnd = lock.withLock {
      awaitsTrigger = true
      return self.triggerEnd
    }
    if let triggerEnd {
      answer(triggerEnd)
    } else {
      errors.onNext(failure)
    }
  }

  override func completed() {
    end { $0.sendCompleted() }
  }

  fileprivate func receive(fromTrigger event: Event<Trigger.Element>) {
    let isAwaited = lock.withLock {
      if event.isStopEvent { triggerEnd = event }
      return awaitsTrigger
    }
    if isAwaited { answer(event) }
  }

  /// Does what the trigger says to a failure.
  private func answer(_ event: Event<Trigger.Element>) {
    switch event {
    case .next: advance()
    case .error(let error): end { $0.sendError(error) }
    case .completed: end { $0.sendCompleted() }
    }
  }

  private func end(_ send: @escaping (RetryWhenSink) -> Void) {
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

  override func next(_ element: Trigger.Element) { parent.receive(fromTrigger: .next(element)) }
  override func error(_ error: any Error) { parent.receive(fromTrigger: .error(error)) }
  override func completed() { parent.receive(fromTrigger: .completed) }
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
