/// The trait of a sequence that sends one element, completes without one, or fails.
public enum MaybeTrait {}

/// A sequence that sends one element, completes without one, or fails.
public typealias Maybe<Element> = PrimitiveSequence<MaybeTrait, Element>

/// The event of a `Maybe`.
@frozen
public enum MaybeEvent<Element> {
  /// The element. The `Maybe` ends with it.
  case success(Element)
  /// A failure.
  case error(any Error)
  /// A completion without an element.
  case completed
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
  /// The type of a closure that receives the event of a `Maybe`.
  public typealias MaybeObserver = (MaybeEvent<Element>) -> Void

  /// Returns a `Maybe` that runs a closure for each subscription.
  ///
  /// - Parameter subscribe: The closure that starts the work. It receives a function that sends
  ///   the event, and it returns a disposable that stops the work. The function may be called later
  ///   and on any thread, but not on two threads at once; only the first call has an effect.
  /// - Returns: A `Maybe`. The closure's disposable is disposed when the event has been sent or the
  ///   subscription is disposed.
  public static func create(
    subscribe: @escaping (@escaping MaybeObserver) -> any Disposable
  ) -> Maybe<Element> {
    PrimitiveSequence(
      raw: .create { observer in
        subscribe { event in
          switch event {
          case .success(let element):
            observer.onNext(element)
            observer.onCompleted()
          case .error(let error): observer.onError(error)
          case .completed: observer.onCompleted()
          }
        }
      })
  }

  /// Subscribes a closure that receives the event. The closure runs on the thread on which the
  /// `Maybe` sends it.
  ///
  /// - Parameter observer: A closure that receives the element, the completion or the failure.
  /// - Returns: A disposable that ends the subscription.
  public func subscribe(
    _ observer: @escaping (MaybeEvent<Element>) -> Void
  ) -> any Disposable {
    var hasEnded = false
    return primitiveSequence.source.subscribe { event in
      if hasEnded { return }
      hasEnded = true
      switch event {
      case .next(let element): observer(.success(element))
      case .error(let error): observer(.error(error))
      case .completed: observer(.completed)
      }
    }
  }

  /// Subscribes a closure for each kind of event.
  ///
  /// The closures run on the thread on which the `Maybe` sends its event. If the subscription is
  /// disposed, `onDisposed` runs on the thread that disposes it. If the `Maybe` sends an element,
  /// `onCompleted` is not called.
  ///
  /// - Parameters:
  ///   - onSuccess: A closure that receives the element.
  ///   - onError: A closure that receives the error of a failure. Without it, the error is passed
  ///     to ``Hooks/defaultErrorHandler``.
  ///   - onCompleted: A closure called when the `Maybe` completes without an element.
  ///   - onDisposed: A closure called once, after the event or when the subscription is disposed.
  /// - Returns: A disposable that ends the subscription.
  public func subscribe(
    onSuccess: ((Element) -> Void)? = nil, onError: ((any Error) -> Void)? = nil,
    onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    var hasElement = false
    return primitiveSequence.source.subscribe(
      onNext: { element in
        hasElement = true
        onSuccess?(element)
      },
      onError: onError, onCompleted: { if !hasElement { onCompleted?() } },
      onDisposed: onDisposed)
  }

  /// Subscribes closures that receive an object. The subscription refers weakly to the object.
  ///
  /// The closures run on the thread on which the `Maybe` sends its event. If the subscription is
  /// disposed, `onDisposed` runs on the thread that disposes it. No closure is called after the
  /// object has been deallocated.
  ///
  /// - Parameters:
  ///   - object: The object that is passed to the closures.
  ///   - onSuccess: A closure that receives the object and the element.
  ///   - onError: A closure that receives the object and the error of a failure. Without it, the
  ///     error is ignored.
  ///   - onCompleted: A closure that receives the object if the `Maybe` completes without an
  ///     element.
  ///   - onDisposed: A closure that receives the object once, after the event or when the
  ///     subscription is disposed.
  /// - Returns: A disposable that ends the subscription.
  public func subscribe<Object: AnyObject>(
    with object: Object, onSuccess: ((Object, Element) -> Void)? = nil,
    onError: ((Object, any Error) -> Void)? = nil, onCompleted: ((Object) -> Void)? = nil,
    onDisposed: ((Object) -> Void)? = nil
  ) -> any Disposable {
    subscribe(
      onSuccess: { [weak object] in if let object { onSuccess?(object, $0) } },
      onError: { [weak object] in if let object { onError?(object, $0) } },
      onCompleted: { [weak object] in if let object { onCompleted?(object) } },
      onDisposed: { [weak object] in if let object { onDisposed?(object) } })
  }

  /// Returns a `Maybe` that sends an element immediately.
  ///
  /// - Parameter element: The element to send.
  /// - Returns: A `Maybe` that sends `element` before `subscribe` returns, on the thread that
  ///   subscribes.
  public static func just(_ element: Element) -> Maybe<Element> {
    PrimitiveSequence(raw: .just(element))
  }

  /// Returns a `Maybe` that sends an element on a scheduler.
  ///
  /// - Parameters:
  ///   - element: The element to send.
  ///   - scheduler: The scheduler that sends the element.
  /// - Returns: A `Maybe` that sends `element`. Disposing the subscription cancels the events that
  ///   have not been sent.
  public static func just(
    _ element: Element, scheduler: any ImmediateSchedulerType
  ) -> Maybe<Element> {
    PrimitiveSequence(raw: .just(element, scheduler: scheduler))
  }

  /// Returns a `Maybe` that fails immediately.
  ///
  /// - Parameter error: The error to fail with.
  /// - Returns: A `Maybe` that fails before `subscribe` returns, on the thread that subscribes.
  public static func error(_ error: any Error) -> Maybe<Element> {
    PrimitiveSequence(raw: .error(error))
  }

  /// Returns a `Maybe` that sends no event.
  ///
  /// - Returns: A `Maybe` that does not end. It does not retain its observers.
  public static func never() -> Maybe<Element> {
    PrimitiveSequence(raw: .never())
  }

  /// Returns a `Maybe` that completes immediately without an element.
  ///
  /// - Returns: A `Maybe` that completes before `subscribe` returns, on the thread that subscribes.
  public static func empty() -> Maybe<Element> {
    PrimitiveSequence(raw: .empty())
  }

  /// Returns a `Maybe` that sends the event of this `Maybe` and calls closures at each step.
  ///
  /// An error that `onNext`, `onError` or `onCompleted` throws is sent as a failure instead of the
  /// element, the failure or the completion. An error that `afterNext` throws is sent as a failure
  /// after the element. An error that `afterError` or `afterCompleted` throws is ignored.
  ///
  /// - Parameters:
  ///   - onNext: A closure called before the element is sent.
  ///   - afterNext: A closure called after the element was sent.
  ///   - onError: A closure called before a failure is sent.
  ///   - afterError: A closure called after a failure was sent.
  ///   - onCompleted: A closure called before the `Maybe` completes, even if it sent an element.
  ///   - afterCompleted: A closure called after the `Maybe` completed, even if it sent an element.
  ///   - onSubscribe: A closure called before subscribing to this `Maybe`.
  ///   - onSubscribed: A closure called after subscribing to this `Maybe`.
  ///   - onDispose: A closure called once, after the event or when the subscription is disposed.
  /// - Returns: A `Maybe` with the event of this `Maybe`.
  public func `do`(
    onNext: ((Element) throws -> Void)? = nil, afterNext: ((Element) throws -> Void)? = nil,
    onError: ((any Error) throws -> Void)? = nil,
    afterError: ((any Error) throws -> Void)? = nil, onCompleted: (() throws -> Void)? = nil,
    afterCompleted: (() throws -> Void)? = nil, onSubscribe: (() -> Void)? = nil,
    onSubscribed: (() -> Void)? = nil, onDispose: (() -> Void)? = nil
  ) -> Maybe<Element> {
    PrimitiveSequence(
      raw: primitiveSequence.source.do(
        onNext: onNext, afterNext: afterNext, onError: onError, afterError: afterError,
        onCompleted: onCompleted, afterCompleted: afterCompleted, onSubscribe: onSubscribe,
        onSubscribed: onSubscribed, onDispose: onDispose))
  }

  /// Returns a `Maybe` that contains the element of this `Maybe` if the element satisfies a
  /// predicate.
  ///
  /// - Parameter predicate: A closure that returns whether the element is sent. If it throws, the
  ///   result fails with that error.
  /// - Returns: A `Maybe`. It completes without an element if the predicate returns `false`, and
  ///   fails when this `Maybe` fails.
  public func filter(_ predicate: @escaping (Element) throws -> Bool) -> Maybe<Element> {
    PrimitiveSequence(raw: primitiveSequence.source.filter(predicate))
  }

  /// Returns a `Maybe` that sends the result of calling a closure with the element of this `Maybe`.
  ///
  /// - Parameter transform: A closure that returns the element to send. If it throws, the result
  ///   fails with that error.
  /// - Returns: A `Maybe`. It completes when this `Maybe` completes without an element, and fails
  ///   when this `Maybe` fails.
  public func map<Result>(_ transform: @escaping (Element) throws -> Result) -> Maybe<Result> {
    PrimitiveSequence<MaybeTrait, Result>(raw: primitiveSequence.source.map(transform))
  }

  /// Returns a `Maybe` that sends the non-`nil` result of calling a closure with the element.
  ///
  /// - Parameter transform: A closure that returns the element to send, or `nil` to complete
  ///   without an element. If it throws, the result fails with that error.
  /// - Returns: A `Maybe`. It completes without an element, or fails, if this `Maybe` does.
  public func compactMap<Result>(
    _ transform: @escaping (Element) throws -> Result?
  ) -> Maybe<Result> {
    PrimitiveSequence<MaybeTrait, Result>(raw: primitiveSequence.source.compactMap(transform))
  }

  /// Returns a `Maybe` that passes the element of this `Maybe` to a closure, and continues with the
  /// `Maybe` that the closure returns.
  ///
  /// - Parameter selector: A closure that returns the `Maybe` to continue with. If it throws, the
  ///   result fails with that error.
  /// - Returns: A `Maybe`. It completes without an element, or fails, if either `Maybe` does.
  public func flatMap<Result>(
    _ selector: @escaping (Element) throws -> Maybe<Result>
  ) -> Maybe<Result> {
    PrimitiveSequence<MaybeTrait, Result>(raw: primitiveSequence.source.flatMap(selector))
  }

  /// Returns a `Maybe` that passes the element of this `Maybe` to a closure, and continues with the
  /// `Single` that the closure returns.
  ///
  /// - Parameter selector: A closure that returns the `Single` to continue with. If it throws, the
  ///   result fails with that error.
  /// - Returns: A `Maybe`. It has no element if this `Maybe` has none. It fails if either fails.
  public func flatMapSingle<Result>(
    _ selector: @escaping (Element) throws -> Single<Result>
  ) -> Maybe<Result> {
    PrimitiveSequence<MaybeTrait, Result>(raw: primitiveSequence.source.flatMap(selector))
  }

  /// Returns a `Completable` that passes the element of this `Maybe` to a closure, and continues
  /// with the `Completable` that the closure returns.
  ///
  /// - Parameter selector: A closure that returns the `Completable` to continue with. If it throws,
  ///   the result fails with that error.
  /// - Returns: A `Completable`. It completes when this `Maybe` completes without an element, or
  ///   when the `Completable` from `selector` completes. It fails when either of them fails.
  public func flatMapCompletable(
    _ selector: @escaping (Element) throws -> Completable
  ) -> Completable {
    PrimitiveSequence<CompletableTrait, Never>(raw: primitiveSequence.source.flatMap(selector))
  }

  /// Returns a `Single` that sends a given element if this `Maybe` completes without one.
  ///
  /// - Parameter element: The element to send.
  /// - Returns: A `Single`. It fails when this `Maybe` fails.
  public func ifEmpty(default element: Element) -> Single<Element> {
    PrimitiveSequence(raw: primitiveSequence.source.ifEmpty(default: element))
  }

  /// Returns a `Maybe` that continues with another `Maybe` if this `Maybe` completes without an
  /// element.
  ///
  /// - Parameter other: The `Maybe` to continue with.
  /// - Returns: A `Maybe`. It fails when this `Maybe` or `other` fails.
  public func ifEmpty(switchTo other: Maybe<Element>) -> Maybe<Element> {
    PrimitiveSequence(raw: primitiveSequence.source.ifEmpty(switchTo: other.source))
  }

  /// Returns a `Single` that continues with another `Single` if this `Maybe` has no element.
  ///
  /// - Parameter other: The `Single` to continue with.
  /// - Returns: A `Single`. It fails when this `Maybe` or `other` fails.
  public func ifEmpty(switchTo other: Single<Element>) -> Single<Element> {
    PrimitiveSequence(raw: primitiveSequence.source.ifEmpty(switchTo: other.source))
  }

  /// Returns a `Maybe` that sends a given element if this `Maybe` fails.
  ///
  /// - Parameter element: The element to send instead of the failure.
  /// - Returns: A `Maybe` that does not fail.
  public func catchAndReturn(_ element: Element) -> Maybe<Element> {
    PrimitiveSequence(raw: primitiveSequence.source.catchAndReturn(element))
  }

  /// Returns a `Single` that sends the element of this `Maybe`, or fails with
  /// ``RxError/noElements`` if this `Maybe` completes without an element.
  ///
  /// - Returns: A `Single`. It fails with the error of this `Maybe` when this `Maybe` fails.
  public func asSingle() -> Single<Element> {
    primitiveSequence.source.asSingle()
  }

  /// Returns a `Completable` that ignores the element of this `Maybe`.
  ///
  /// - Returns: A `Completable`. It completes when this `Maybe` sends its element or completes, and
  ///   fails when this `Maybe` fails.
  public func asCompletable() -> Completable {
    PrimitiveSequence(raw: primitiveSequence.source.ignoreElements())
  }
}
