extension ObservableType {
  /// Returns an observable sequence that subscribes to this sequence again after a failure with an
  /// error of a given type. It first waits for an element of another sequence, the trigger.
  ///
  ///     // Up to three further attempts, with growing delays.
  ///     source.retry { (errors: Observable<NetworkError>) in
  ///       errors.enumerated().flatMap { attempt, error in
  ///         attempt < 3 ? Observable<Int>.timer(.seconds(attempt + 1), scheduler: scheduler)
  ///           : .error(error)
  ///       }
  ///     }
  ///
  /// - Parameter notificationHandler: A closure that receives a sequence of the errors and returns
  ///   the trigger. After a failure, an element of the trigger starts the next attempt, and the end
  ///   of the trigger ends the result. At other times, elements of the trigger have no effect, and
  ///   the end of the trigger takes effect at the next failure.
  /// - Returns: An observable sequence. It completes when this sequence completes, or when the
  ///   trigger completes after a failure. It fails with the error of the trigger, or with an error
  ///   of this sequence that is not a `Failure`.
  public func retry<TriggerObservable: ObservableType, Failure: Error>(
    when notificationHandler: @escaping (Observable<Failure>) -> TriggerObservable
  ) -> Observable<Element> {
    RetryWhen(asObservable(), notificationHandler)
  }

  /// Returns an observable sequence that subscribes to this sequence again after a failure. It
  /// first waits for an element of another sequence, the trigger.
  ///
  /// - Parameter notificationHandler: A closure that receives a sequence of the errors and returns
  ///   the trigger. After a failure, an element of the trigger starts the next attempt, and the end
  ///   of the trigger ends the result. At other times, elements of the trigger have no effect, and
  ///   the end of the trigger takes effect at the next failure.
  /// - Returns: An observable sequence. It completes when this sequence completes, or when the
  ///   trigger completes after a failure. It fails with the error of the trigger.
  public func retry<TriggerObservable: ObservableType>(
    when notificationHandler: @escaping (Observable<any Error>) -> TriggerObservable
  ) -> Observable<Element> {
    RetryWhen(asObservable(), notificationHandler)
  }
}

/// The sink of one subscription. It responds to its trigger only between a failure of the source
/// and the next attempt. If the trigger ends at another time, the next failure ends the result.
final class RetryWhenSink<Element, Trigger: ObservableType, Failure>: SequentialSink<Element>,
  @unchecked Sendable
{
  private enum Phase {
    /// The current attempt has not failed.
    case attempt
    /// The source has failed, and the trigger has sent no element since then.
    case failed
    /// The trigger has sent an element, and the next attempt has not begun.
    case triggered
  }

  private let gate = SerialGate()
  private let errors = PublishSubject<Failure>()
  private let lock = Lock()
  private var phase = Phase.attempt
  private var triggerEnd: Event<Trigger.Element>?

  func run(_ handler: (Observable<Failure>) -> Trigger) -> DisposableObject {
    let trigger = RetryWhenTriggerObserver(self)
    let triggerSubscription = handler(errors).asObservable().attach(trigger)
    return CompositeDisposable(disposables: [start(), triggerSubscription, errors])
  }

  override func subscribe(to source: Observable<Element>) -> DisposableObject {
    lock.withLock { phase = .attempt }
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
      phase = .failed
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
      if event.isStopEvent {
        triggerEnd = event
        return phase != .attempt
      }
      guard phase == .failed else { return false }
      phase = .triggered
      return true
    }
    if isAwaited { answer(event) }
  }

  /// Handles an event of the trigger after a failure of the source.
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
