extension PrimitiveSequence {
  /// Calls ``PrimitiveSequence/catch(_:)``, the new name of this function.
  ///
  /// - Parameter handler: A closure that receives the error and returns the sequence to continue
  ///   with.
  /// - Returns: The result of `catch(_:)`.
  @available(*, deprecated, renamed: "catch(_:)")
  public func catchError(
    _ handler: @escaping (any Error) throws -> PrimitiveSequence<Trait, Element>
  ) -> PrimitiveSequence<Trait, Element> {
    `catch`(handler)
  }

  /// Calls ``PrimitiveSequence/observe(on:)``, the new name of this function.
  ///
  /// - Parameter scheduler: The scheduler that sends the events.
  /// - Returns: The result of `observe(on:)`.
  @available(*, deprecated, renamed: "observe(on:)")
  public func observeOn(
    _ scheduler: any ImmediateSchedulerType
  ) -> PrimitiveSequence<Trait, Element> {
    observe(on: scheduler)
  }

  /// Calls ``PrimitiveSequence/subscribe(on:)``, the new name of this function.
  ///
  /// - Parameter scheduler: The scheduler on which the subscription is made and disposed.
  /// - Returns: The result of `subscribe(on:)`.
  @available(*, deprecated, renamed: "subscribe(on:)")
  public func subscribeOn(
    _ scheduler: any ImmediateSchedulerType
  ) -> PrimitiveSequence<Trait, Element> {
    subscribe(on: scheduler)
  }

  /// Calls `retry(when:)`, the new name of this function.
  ///
  /// - Parameter notificationHandler: A closure that receives the sequence of errors and returns
  ///   the sequence whose elements trigger further attempts.
  /// - Returns: The result of `retry(when:)`.
  @available(*, deprecated, renamed: "retry(when:)")
  public func retryWhen<TriggerObservable: ObservableType, Failure: Error>(
    _ notificationHandler: @escaping (Observable<Failure>) -> TriggerObservable
  ) -> PrimitiveSequence<Trait, Element> {
    retry(when: notificationHandler)
  }

  /// Calls `retry(when:)`, the new name of this function.
  ///
  /// - Parameter notificationHandler: A closure that receives the sequence of errors and returns
  ///   the sequence whose elements trigger further attempts.
  /// - Returns: The result of `retry(when:)`.
  @available(*, deprecated, renamed: "retry(when:)")
  public func retryWhen<TriggerObservable: ObservableType>(
    _ notificationHandler: @escaping (Observable<any Error>) -> TriggerObservable
  ) -> PrimitiveSequence<Trait, Element> {
    retry(when: notificationHandler)
  }
}

extension PrimitiveSequenceType where Trait == SingleTrait {
  /// Calls `subscribe(onSuccess:onFailure:onDisposed:)`, the new name of this function.
  ///
  /// - Parameters:
  ///   - onSuccess: A closure that is called with the element.
  ///   - onError: A closure that is called with the error.
  ///   - onDisposed: A closure called once, after the event or when the subscription is disposed.
  /// - Returns: A disposable that ends the subscription.
  @available(*, deprecated, renamed: "subscribe(onSuccess:onFailure:onDisposed:)")
  public func subscribe(
    onSuccess: ((Element) -> Void)? = nil, onError: @escaping (any Error) -> Void,
    onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    subscribe(onSuccess: onSuccess, onFailure: onError, onDisposed: onDisposed)
  }

  /// Calls `catchAndReturn(_:)`, the new name of this function.
  ///
  /// - Parameter element: The element to send instead of a failure.
  /// - Returns: The result of `catchAndReturn(_:)`.
  @available(*, deprecated, renamed: "catchAndReturn(_:)")
  public func catchErrorJustReturn(_ element: Element) -> Single<Element> {
    catchAndReturn(element)
  }
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
  /// Calls `catchAndReturn(_:)`, the new name of this function.
  ///
  /// - Parameter element: The element to send instead of a failure.
  /// - Returns: The result of `catchAndReturn(_:)`.
  @available(*, deprecated, renamed: "catchAndReturn(_:)")
  public func catchErrorJustReturn(_ element: Element) -> Maybe<Element> {
    catchAndReturn(element)
  }
}
