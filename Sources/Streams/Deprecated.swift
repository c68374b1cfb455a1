extension ObservableType {
  /// Calls `catch(_:)`, the new name of this function.
  ///
  /// - Parameter handler: A closure that returns the sequence to continue with after an error.
  /// - Returns: The result of `catch(_:)`.
  @available(*, deprecated, renamed: "catch(_:)")
  public func catchError(
    _ handler: @escaping (any Error) throws -> Observable<Element>
  ) -> Observable<Element> {
    `catch`(handler)
  }

  /// Calls `catchAndReturn(_:)`, the new name of this function.
  ///
  /// - Parameter element: The element to send instead of a failure.
  /// - Returns: The result of `catchAndReturn(_:)`.
  @available(*, deprecated, renamed: "catchAndReturn(_:)")
  public func catchErrorJustReturn(_ element: Element) -> Observable<Element> {
    catchAndReturn(element)
  }

  /// Calls `catch(sequence:)`, the new name of this function.
  ///
  /// - Parameter sequence: The sequences to subscribe to, each after the failure of the previous
  ///   one.
  /// - Returns: The result of `catch(sequence:)`.
  @available(*, deprecated, renamed: "catch(sequence:)")
  public static func catchError<Sources: Sequence>(_ sequence: Sources) -> Observable<Element>
  where Sources.Element == Observable<Element> {
    `catch`(sequence: sequence)
  }

  /// Calls `retry(when:)`, the new name of this function.
  ///
  /// - Parameter notificationHandler: A closure that receives the sequence of errors and returns
  ///   a sequence whose elements start the next attempts.
  /// - Returns: The result of `retry(when:)`.
  @available(*, deprecated, renamed: "retry(when:)")
  public func retryWhen<TriggerObservable: ObservableType, Failure: Error>(
    _ notificationHandler: @escaping (Observable<Failure>) -> TriggerObservable
  ) -> Observable<Element> {
    retry(when: notificationHandler)
  }

  /// Calls `retry(when:)`, the new name of this function.
  ///
  /// - Parameter notificationHandler: A closure that receives the sequence of errors and returns
  ///   a sequence whose elements start the next attempts.
  /// - Returns: The result of `retry(when:)`.
  @available(*, deprecated, renamed: "retry(when:)")
  public func retryWhen<TriggerObservable: ObservableType>(
    _ notificationHandler: @escaping (Observable<any Error>) -> TriggerObservable
  ) -> Observable<Element> {
    retry(when: notificationHandler)
  }

  /// Calls `take(while:behavior:)`, the new name of this function.
  ///
  /// - Parameter predicate: A closure that returns whether the sequence continues.
  /// - Returns: The result of `take(while:behavior:)`.
  @available(*, deprecated, renamed: "take(while:)")
  public func takeWhile(
    _ predicate: @escaping (Element) throws -> Bool
  ) -> Observable<Element> {
    take(while: predicate)
  }

  /// Calls `take(until:)`, the new name of this function.
  ///
  /// - Parameter other: The sequence whose first element ends the result.
  /// - Returns: The result of `take(until:)`.
  @available(*, deprecated, renamed: "take(until:)")
  public func takeUntil<Source: ObservableType>(_ other: Source) -> Observable<Element> {
    take(until: other)
  }

  /// Calls `take(until:behavior:)`, the new name of this function.
  ///
  /// - Parameters:
  ///   - behavior: Whether the element that satisfies the predicate is sent.
  ///   - predicate: A closure that returns whether the sequence completes.
  /// - Returns: The result of `take(until:behavior:)`.
  @available(*, deprecated, renamed: "take(until:behavior:)")
  public func takeUntil(
    _ behavior: TakeBehavior, predicate: @escaping (Element) throws -> Bool
  ) -> Observable<Element> {
    take(until: predicate, behavior: behavior)
  }

  /// Calls `skip(while:)`, the new name of this function.
  ///
  /// - Parameter predicate: A closure that returns whether an element is skipped.
  /// - Returns: The result of `skip(while:)`.
  @available(*, deprecated, renamed: "skip(while:)")
  public func skipWhile(
    _ predicate: @escaping (Element) throws -> Bool
  ) -> Observable<Element> {
    skip(while: predicate)
  }

  /// Calls `skip(until:)`, the new name of this function.
  ///
  /// - Parameter other: The sequence whose first element starts the result.
  /// - Returns: The result of `skip(until:)`.
  @available(*, deprecated, renamed: "skip(until:)")
  public func skipUntil<Source: ObservableType>(_ other: Source) -> Observable<Element> {
    skip(until: other)
  }

  /// Calls `observe(on:)`, the new name of this function.
  ///
  /// - Parameter scheduler: The scheduler that sends the events.
  /// - Returns: The result of `observe(on:)`.
  @available(*, deprecated, renamed: "observe(on:)")
  public func observeOn(_ scheduler: any ImmediateSchedulerType) -> Observable<Element> {
    observe(on: scheduler)
  }

  /// Calls `subscribe(on:)`, the new name of this function.
  ///
  /// - Parameter scheduler: The scheduler on which the subscription is made and disposed.
  /// - Returns: The result of `subscribe(on:)`.
  @available(*, deprecated, renamed: "subscribe(on:)")
  public func subscribeOn(_ scheduler: any ImmediateSchedulerType) -> Observable<Element> {
    subscribe(on: scheduler)
  }

  /// Calls `element(at:)`, the new name of this function.
  ///
  /// - Parameter index: The index of the element, counted from 0.
  /// - Returns: The result of `element(at:)`.
  @available(*, deprecated, renamed: "element(at:)")
  public func elementAt(_ index: Int) -> Observable<Element> {
    element(at: index)
  }

  /// Calls `take(for:scheduler:)`, the new name of this function.
  ///
  /// - Parameters:
  ///   - duration: The time, measured from the subscription.
  ///   - scheduler: The scheduler that runs the timer and sends the completion.
  /// - Returns: The result of `take(for:scheduler:)`.
  @available(*, deprecated, renamed: "take(for:scheduler:)")
  public func take(
    _ duration: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> {
    take(for: duration, scheduler: scheduler)
  }
}
