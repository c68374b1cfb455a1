/// The trait of a sequence that sends one element or fails.
public enum SingleTrait {}

/// A sequence that sends one element or fails.
public typealias Single<Element> = PrimitiveSequence<SingleTrait, Element>

/// The event of a `Single`: its element or its failure.
public typealias SingleEvent<Element> = Result<Element, any Error>

extension PrimitiveSequenceType where Trait == SingleTrait {
  /// The type of a closure that receives the event of a `Single`.
  public typealias SingleObserver = (SingleEvent<Element>) -> Void

  /// Returns a `Single` that runs a closure for each subscription.
  ///
  /// - Parameter subscribe: The closure that starts the work. It receives a function that sends
  ///   the event, and it returns a disposable that stops the work. The function may be called later
  ///   and on any thread, but not on two threads at once; only the first call has an effect.
  /// - Returns: A `Single`. The closure's disposable is disposed when the event has been sent or
  ///   the subscription is disposed.
  public static func create(
    subscribe: @escaping (@escaping SingleObserver) -> any Disposable
  ) -> Single<Element> {
    PrimitiveSequence(
      raw: .create { observer in
        subscribe { event in
          switch event {
          case .success(let element):
            observer.onNext(element)
            observer.onCompleted()
          case .failure(let error): observer.onError(error)
          }
        }
      })
  }

  /// Subscribes a closure that receives the event. The closure runs on the thread on which the
  /// `Single` sends it.
  ///
  /// - Parameter observer: A closure that receives the element or the failure.
  /// - Returns: A disposable that ends the subscription.
  public func subscribe(
    _ observer: @escaping (SingleEvent<Element>) -> Void
  ) -> any Disposable {
    var hasEnded = false
    return primitiveSequence.source.subscribe { event in
      if hasEnded { return }
      hasEnded = true
      switch event {
      case .next(let element): observer(.success(element))
      case .error(let error): observer(.failure(error))
      case .completed: break
      }
    }
  }

  /// Subscribes a closure for each kind of event. The closures run on the thread on which the
  /// `Single` sends its event. If the subscription is disposed, `onDisposed` runs on the thread
  /// that disposes it.
  ///
  /// - Parameters:
  ///   - onSuccess: A closure that receives the element.
  ///   - onFailure: A closure that receives the error of a failure. Without it, the error is passed
  ///     to ``Hooks/defaultErrorHandler``.
  ///   - onDisposed: A closure called once, after the event or when the subscription is disposed.
  /// - Returns: A disposable that ends the subscription.
  public func subscribe(
    onSuccess: ((Element) -> Void)? = nil, onFailure: ((any Error) -> Void)? = nil,
    onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    primitiveSequence.source.subscribe(
      onNext: onSuccess, onError: onFailure, onDisposed: onDisposed)
  }

  /// Subscribes closures that receive an object. The subscription refers weakly to the object.
  ///
  /// The closures run on the thread on which the `Single` sends its event. If the subscription is
  /// disposed, `onDisposed` runs on the thread that disposes it. No closure is called after the
  /// object has been deallocated.
  ///
  /// - Parameters:
  ///   - object: The object that is passed to the closures.
  ///   - onSuccess: A closure that receives the object and the element.
  ///   - onFailure: A closure that receives the object and the error of a failure. Without it, the
  ///     error is ignored.
  ///   - onDisposed: A closure that receives the object once, after the event or when the
  ///     subscription is disposed.
  /// - Returns: A disposable that ends the subscription.
  public func subscribe<Object: AnyObject>(
    with object: Object, onSuccess: ((Object, Element) -> Void)? = nil,
    onFailure: ((Object, any Error) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil
  ) -> any Disposable {
    primitiveSequence.source.subscribe(
      with: object, onNext: onSuccess, onError: onFailure, onDisposed: onDisposed)
  }

  /// Returns a `Single` that sends an element immediately.
  ///
  /// - Parameter element: The element to send.
  /// - Returns: A `Single` that sends `element` before `subscribe` returns, on the thread that
  ///   subscribes.
  public static func just(_ element: Element) -> Single<Element> {
    PrimitiveSequence(raw: .just(element))
  }

  /// Returns a `Single` that sends an element on a scheduler.
  ///
  /// - Parameters:
  ///   - element: The element to send.
  ///   - scheduler: The scheduler that sends the element.
  /// - Returns: A `Single` that sends `element`. Disposing the subscription cancels the events that
  ///   have not been sent.
  public static func just(
    _ element: Element, scheduler: any ImmediateSchedulerType
  ) -> Single<Element> {
    PrimitiveSequence(raw: .just(element, scheduler: scheduler))
  }

  /// Returns a `Single` that fails immediately.
  ///
  /// - Parameter error: The error to fail with.
  /// - Returns: A `Single` that fails before `subscribe` returns, on the thread that subscribes.
  public static func error(_ error: any Error) -> Single<Element> {
    PrimitiveSequence(raw: .error(error))
  }

  /// Returns a `Single` that sends no event.
  ///
  /// - Returns: A `Single` that does not end. It does not retain its observers.
  public static func never() -> Single<Element> {
    PrimitiveSequence(raw: .never())
  }

  /// Returns a `Single` that sends the event of this `Single` and calls closures at each step.
  ///
  /// An error that `onSuccess` or `onError` throws replaces the event. An error that `afterSuccess`
  /// throws is sent as a failure after the element. An error that `afterError` throws is ignored.
  ///
  /// - Parameters:
  ///   - onSuccess: A closure called before the element is sent.
  ///   - afterSuccess: A closure called after the element was sent.
  ///   - onError: A closure called before a failure is sent.
  ///   - afterError: A closure called after a failure was sent.
  ///   - onSubscribe: A closure called before subscribing to this `Single`.
  ///   - onSubscribed: A closure called after subscribing to this `Single`.
  ///   - onDispose: A closure called once, after the event or when the subscription is disposed.
  /// - Returns: A `Single` with the event of this `Single`.
  public func `do`(
    onSuccess: ((Element) throws -> Void)? = nil,
    afterSuccess: ((Element) throws -> Void)? = nil,
    onError: ((any Error) throws -> Void)? = nil,
    afterError: ((any Error) throws -> Void)? = nil, onSubscribe: (() -> Void)? = nil,
    onSubscribed: (() -> Void)? = nil, onDispose: (() -> Void)? = nil
  ) -> Single<Element> {
    PrimitiveSequence(
      raw: primitiveSequence.source.do(
        onNext: onSuccess, afterNext: afterSuccess, onError: onError, afterError: afterError,
        onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose))
  }

  /// Returns a `Maybe` that contains the element of this `Single` if the element satisfies a
  /// predicate.
  ///
  /// - Parameter predicate: A closure that returns whether the element is sent. If it throws, the
  ///   result fails with that error.
  /// - Returns: A `Maybe`. It completes without an element if the predicate returns `false`, and
  ///   fails when this `Single` fails.
  public func filter(_ predicate: @escaping (Element) throws -> Bool) -> Maybe<Element> {
    PrimitiveSequence(raw: primitiveSequence.source.filter(predicate))
  }

  /// Returns a `Single` that sends the result of calling a closure with the element of this
  /// `Single`.
  ///
  /// - Parameter transform: A closure that returns the element to send. If it throws, the result
  ///   fails with that error.
  /// - Returns: A `Single`. It fails when this `Single` fails.
  public func map<Result>(
    _ transform: @escaping (Element) throws -> Result
  ) -> Single<Result> {
    PrimitiveSequence<SingleTrait, Result>(raw: primitiveSequence.source.map(transform))
  }

  /// Returns a `Maybe` that sends the non-`nil` result of calling a closure with the element.
  ///
  /// - Parameter transform: A closure that returns the element to send, or `nil` to complete
  ///   without an element. If it throws, the result fails with that error.
  /// - Returns: A `Maybe`. It fails when this `Single` fails.
  public func compactMap<Result>(
    _ transform: @escaping (Element) throws -> Result?
  ) -> Maybe<Result> {
    PrimitiveSequence<MaybeTrait, Result>(raw: primitiveSequence.source.compactMap(transform))
  }

  /// Returns a `Single` that passes the element of this `Single` to a closure, and continues with
  /// the `Single` that the closure returns.
  ///
  /// - Parameter selector: A closure that returns the `Single` to continue with. If it throws, the
  ///   result fails with that error.
  /// - Returns: A `Single`. It fails when this `Single` or the `Single` from `selector` fails.
  ///   Disposing the subscription also disposes the subscriptions to both.
  public func flatMap<Result>(
    _ selector: @escaping (Element) throws -> Single<Result>
  ) -> Single<Result> {
    PrimitiveSequence<SingleTrait, Result>(raw: primitiveSequence.source.flatMap(selector))
  }

  /// Returns a `Maybe` that passes the element of this `Single` to a closure, and continues with
  /// the `Maybe` that the closure returns.
  ///
  /// - Parameter selector: A closure that returns the `Maybe` to continue with. If it throws, the
  ///   result fails with that error.
  /// - Returns: A `Maybe`. It fails when this `Single` or the `Maybe` from `selector` fails.
  ///   Disposing the subscription also disposes the subscriptions to both.
  public func flatMapMaybe<Result>(
    _ selector: @escaping (Element) throws -> Maybe<Result>
  ) -> Maybe<Result> {
    PrimitiveSequence<MaybeTrait, Result>(raw: primitiveSequence.source.flatMap(selector))
  }

  /// Returns a `Completable` that passes the element of this `Single` to a closure, and continues
  /// with the `Completable` that the closure returns.
  ///
  /// - Parameter selector: A closure that returns the `Completable` to continue with. If it throws,
  ///   the result fails with that error.
  /// - Returns: A `Completable`. It fails when this `Single` or the `Completable` from `selector`
  ///   fails. Disposing the subscription also disposes the subscriptions to both.
  public func flatMapCompletable(
    _ selector: @escaping (Element) throws -> Completable
  ) -> Completable {
    PrimitiveSequence<CompletableTrait, Never>(raw: primitiveSequence.source.flatMap(selector))
  }

  /// Returns a `Single` that combines the elements of several `Single` sequences using a closure.
  ///
  /// - Parameters:
  ///   - collection: The `Single` sequences. If the collection is empty, each subscription calls
  ///     the closure with an empty array.
  ///   - resultSelector: A closure that returns the element to send. If it throws, the result fails
  ///     with that error.
  /// - Returns: A `Single`. It fails as soon as one of the `Single` sequences fails; the
  ///   subscriptions to the others are then disposed.
  public static func zip<Sources: Collection, Result>(
    _ collection: Sources, resultSelector: @escaping ([Element]) throws -> Result
  ) -> Single<Result> where Sources.Element == Single<Element> {
    guard !collection.isEmpty else {
      return .deferred { .just(try resultSelector([])) }
    }
    return PrimitiveSequence<SingleTrait, Result>(
      raw: Observable.zip(collection.map { $0.asObservable() }, resultSelector: resultSelector))
  }

  /// Returns a `Single` that sends an array of the elements of several `Single` sequences.
  ///
  /// - Parameter collection: The `Single` sequences. If there are none, the array is empty.
  /// - Returns: A `Single`. It fails as soon as one of the `Single` sequences fails; the
  ///   subscriptions to the others are then disposed.
  public static func zip<Sources: Collection>(
    _ collection: Sources
  ) -> Single<[Element]> where Sources.Element == Single<Element> {
    zip(collection, resultSelector: { $0 })
  }

  /// Returns a `Single` that sends a given element if this `Single` fails.
  ///
  /// - Parameter element: The element to send instead of the failure.
  /// - Returns: A `Single` that does not fail.
  public func catchAndReturn(_ element: Element) -> Single<Element> {
    PrimitiveSequence(raw: primitiveSequence.source.catchAndReturn(element))
  }

  /// Returns this `Single` as a `Maybe`.
  ///
  /// - Returns: A `Maybe` that sends the same element or fails with the same error.
  public func asMaybe() -> Maybe<Element> {
    PrimitiveSequence(raw: primitiveSequence.source)
  }

  /// Returns a `Completable` that ignores the element of this `Single`.
  ///
  /// - Returns: A `Completable`. It completes when this `Single` sends its element, and fails when
  ///   this `Single` fails.
  public func asCompletable() -> Completable {
    PrimitiveSequence(raw: primitiveSequence.source.ignoreElements())
  }
}
