/// A sequence of at most one element: a ``Single``, ``Maybe`` or ``Completable``.
public struct PrimitiveSequence<Trait, Element>: @unchecked Sendable {
  let source: Observable<Element>

  init(raw: Observable<Element>) {
    source = raw
  }
}

/// A sequence of at most one element.
public protocol PrimitiveSequenceType {
  /// The trait that determines which events the sequence sends.
  associatedtype Trait
  /// The type of the element.
  associatedtype Element

  /// The sequence as its concrete type.
  var primitiveSequence: PrimitiveSequence<Trait, Element> { get }
}

extension PrimitiveSequence: PrimitiveSequenceType {
  /// The sequence itself.
  public var primitiveSequence: PrimitiveSequence<Trait, Element> { self }
}

extension PrimitiveSequence: ObservableConvertibleType {
  /// Returns this sequence as an observable sequence.
  ///
  /// - Returns: An observable sequence that sends the same events.
  public func asObservable() -> Observable<Element> { source }
}

extension PrimitiveSequence {
  /// Returns a sequence that calls a closure for each subscription and sends the events of the
  /// sequence that the closure returns.
  ///
  /// - Parameter observableFactory: A closure that returns the sequence for one subscription. It
  ///   runs on the thread that subscribes. If it throws, the subscription fails with that error.
  /// - Returns: A sequence. It ends when the closure's sequence ends. Disposing the subscription
  ///   also disposes the subscription to the closure's sequence.
  public static func deferred(
    _ observableFactory: @escaping () throws -> PrimitiveSequence<Trait, Element>
  ) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: .deferred { try observableFactory().source })
  }

  /// Returns a sequence that sends the element and the completion of this sequence after a delay.
  ///
  /// - Parameters:
  ///   - dueTime: The delay. A failure is sent immediately.
  ///   - scheduler: The scheduler that runs the timer and sends the delayed events.
  /// - Returns: A sequence. Disposing the subscription cancels the pending timer and releases the
  ///   delayed element.
  public func delay(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: source.delay(dueTime, scheduler: scheduler))
  }

  /// Returns a sequence that subscribes to this sequence after a delay.
  ///
  /// - Parameters:
  ///   - dueTime: The delay.
  ///   - scheduler: The scheduler that runs the timer and subscribes to this sequence.
  /// - Returns: A sequence that ends when this sequence ends. Disposing the subscription cancels
  ///   the pending timer.
  public func delaySubscription(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: source.delaySubscription(dueTime, scheduler: scheduler))
  }

  /// Returns a sequence that sends the events of this sequence on a scheduler.
  ///
  /// - Parameter scheduler: The scheduler that sends the events.
  /// - Returns: A sequence that ends when this sequence ends. Disposing the subscription releases
  ///   the events that have not been sent.
  public func observe(
    on scheduler: any ImmediateSchedulerType
  ) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: source.observe(on: scheduler))
  }

  /// Returns a sequence that subscribes to this sequence, and unsubscribes from it, on a scheduler.
  ///
  /// - Parameter scheduler: The scheduler on which the subscription is made and disposed.
  /// - Returns: A sequence that ends when this sequence ends.
  public func subscribe(
    on scheduler: any ImmediateSchedulerType
  ) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: source.subscribe(on: scheduler))
  }

  /// Returns a sequence that continues with another sequence when this sequence fails.
  ///
  /// - Parameter handler: A closure that receives the error and returns the sequence to continue
  ///   with. If the closure throws, the result fails with the thrown error.
  /// - Returns: A sequence. If this sequence fails, the result ends when the sequence from
  ///   `handler` ends.
  public func `catch`(
    _ handler: @escaping (any Error) throws -> PrimitiveSequence<Trait, Element>
  ) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: source.catch { try handler($0).source })
  }

  /// Returns a sequence that retries this sequence a limited number of times after failures.
  ///
  /// - Parameter maxAttemptCount: The maximum number of subscriptions, including the first; not
  ///   negative. If it is 0, the result completes without an element.
  /// - Returns: A sequence. It ends in the same way as the first attempt that does not fail, or
  ///   fails with the error of the last attempt.
  public func retry(_ maxAttemptCount: Int) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: source.retry(maxAttemptCount))
  }

  /// Returns a sequence that subscribes to this sequence again each time it fails.
  ///
  /// - Returns: A sequence that does not fail. Disposing the subscription ends the attempts.
  public func retry() -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: source.retry())
  }

  /// Returns a sequence that subscribes to this sequence again after a failure with an error of a
  /// given type. It first waits for an element of another sequence, the trigger.
  ///
  /// - Parameter notificationHandler: A closure that receives the sequence of errors and returns
  ///   the trigger. After a failure, an element of the trigger starts the next attempt, and the end
  ///   of the trigger ends the result.
  /// - Returns: A sequence that ends when an attempt succeeds or, after a failure, the trigger
  ///   ends. If this sequence fails with an error that is not a `Failure`, the result fails with
  ///   that error.
  public func retry<TriggerObservable: ObservableType, Failure: Error>(
    when notificationHandler: @escaping (Observable<Failure>) -> TriggerObservable
  ) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: source.retry(when: notificationHandler))
  }

  /// Returns a sequence that subscribes to this sequence again after a failure. It first waits for
  /// an element of another sequence, the trigger.
  ///
  /// - Parameter notificationHandler: A closure that receives the sequence of errors and returns
  ///   the trigger. After a failure, an element of the trigger starts the next attempt, and the end
  ///   of the trigger ends the result.
  /// - Returns: A sequence that ends when an attempt succeeds or, after a failure, the trigger
  ///   ends. Disposing the subscription also disposes the subscription to the trigger.
  public func retry<TriggerObservable: ObservableType>(
    when notificationHandler: @escaping (Observable<any Error>) -> TriggerObservable
  ) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: source.retry(when: notificationHandler))
  }

  /// Returns a sequence that sends the events of this sequence and prints its subscriptions, events
  /// and disposals to standard output.
  ///
  /// - Parameters:
  ///   - identifier: The name that is printed in each line. The default is the file, line and
  ///     function of the call.
  ///   - trimOutput: Whether descriptions of over 40 characters are cut to the first and last 20.
  ///   - file: The file of the call.
  ///   - line: The line of the call.
  ///   - function: The function of the call.
  /// - Returns: A sequence that sends the events of this sequence.
  public func debug(
    _ identifier: String? = nil, trimOutput: Bool = false, file: String = #file,
    line: UInt = #line, function: String = #function
  ) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(
      raw: source.debug(
        identifier, trimOutput: trimOutput, file: file, line: line, function: function))
  }

  /// Returns a sequence that creates a resource for each subscription and disposes the resource
  /// when the subscription ends.
  ///
  /// - Parameters:
  ///   - resourceFactory: A closure that creates the resource of one subscription.
  ///   - primitiveSequenceFactory: A closure that returns the sequence for the resource.
  /// - Returns: A sequence. It ends in the same way as the sequence from
  ///   `primitiveSequenceFactory`, or fails with the error of a closure that throws. The resource
  ///   is disposed when the sequence ends or the subscription is disposed.
  public static func using<Resource: Disposable>(
    _ resourceFactory: @escaping () throws -> Resource,
    primitiveSequenceFactory: @escaping (Resource) throws -> PrimitiveSequence<Trait, Element>
  ) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(
      raw: .using(resourceFactory) { try primitiveSequenceFactory($0).source })
  }

  /// Returns a sequence that fails with ``RxError/timeout`` if this sequence sends no event within
  /// a given time.
  ///
  /// - Parameters:
  ///   - dueTime: The maximum time before the first event, and between the element and the end.
  ///   - scheduler: The scheduler that runs the timer and sends the failure.
  /// - Returns: A sequence. It ends in the same way as this sequence, or fails with
  ///   ``RxError/timeout``. Disposing the subscription cancels the timer.
  public func timeout(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: source.timeout(dueTime, scheduler: scheduler))
  }

  /// Returns a sequence that continues with another sequence if this sequence sends no event within
  /// a given time.
  ///
  /// - Parameters:
  ///   - dueTime: The maximum time before the first event, and between the element and the end.
  ///   - other: The sequence to continue with. It has no time limit.
  ///   - scheduler: The scheduler that runs the timer and subscribes to `other`.
  /// - Returns: A sequence. It ends in the same way as this sequence or, after a timeout, as
  ///   `other`. Disposing the subscription cancels the timer and disposes the subscription to this
  ///   sequence or to `other`.
  public func timeout(
    _ dueTime: RxTimeInterval, other: PrimitiveSequence<Trait, Element>,
    scheduler: any SchedulerType
  ) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(
      raw: source.timeout(dueTime, other: other.source, scheduler: scheduler))
  }
}

extension PrimitiveSequenceType where Element: RxAbstractInteger {
  /// Returns a sequence that sends 0 after a delay.
  ///
  /// - Parameters:
  ///   - dueTime: The delay.
  ///   - scheduler: The scheduler that runs the timer and sends the element.
  /// - Returns: A sequence of one element, 0. Disposing the subscription cancels the timer.
  public static func timer(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: Observable<Element>.timer(dueTime, scheduler: scheduler))
  }
}
