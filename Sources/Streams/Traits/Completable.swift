/// The trait of a sequence without elements.
public enum CompletableTrait {}

/// A sequence without elements. It completes or fails.
public typealias Completable = PrimitiveSequence<CompletableTrait, Swift.Never>

/// The event of a `Completable`.
@frozen
public enum CompletableEvent {
  /// A failure.
  case error(any Error)
  /// A completion.
  case completed
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Swift.Never {
  /// The type of a closure that receives the event of a `Completable`.
  public typealias CompletableObserver = (CompletableEvent) -> Void

  /// Returns a `Completable` that runs a closure for each subscription.
  ///
  /// - Parameter subscribe: The closure that starts the work. It receives a function that sends
  ///   the event, and it returns a disposable that stops the work. The function may be called later
  ///   and on any thread, but not on two threads at once; only the first call has an effect.
  /// - Returns: A `Completable`. The closure's disposable is disposed when the event has been sent
  ///   or the subscription is disposed.
  public static func create(
    subscribe: @escaping (@escaping CompletableObserver) -> any Disposable
  ) -> Completable {
    PrimitiveSequence(
      raw: .create { observer in
        subscribe { event in
          switch event {
          case .error(let error): observer.onError(error)
          case .completed: observer.onCompleted()
          }
        }
      })
  }

  /// Subscribes a closure that receives the event. The closure runs on the thread on which the
  /// `Completable` sends it.
  ///
  /// - Parameter observer: A closure that receives the completion or the failure.
  /// - Returns: A disposable that ends the subscription.
  public func subscribe(
    _ observer: @escaping (CompletableEvent) -> Void
  ) -> any Disposable {
    primitiveSequence.source.subscribe { event in
      switch event {
      case .error(let error): observer(.error(error))
      case .completed: observer(.completed)
      }
    }
  }

  /// Subscribes a closure for each kind of event. The closures run on the thread on which the
  /// `Completable` sends its event. If the subscription is disposed, `onDisposed` runs on the
  /// thread that disposes it.
  ///
  /// - Parameters:
  ///   - onCompleted: A closure called when the `Completable` completes.
  ///   - onError: A closure that receives the error of a failure. Without it, the error is passed
  ///     to ``Hooks/defaultErrorHandler``.
  ///   - onDisposed: A closure called once, after the event or when the subscription is disposed.
  /// - Returns: A disposable that ends the subscription.
  public func subscribe(
    onCompleted: (() -> Void)? = nil, onError: ((any Error) -> Void)? = nil,
    onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    primitiveSequence.source.subscribe(
      onError: onError, onCompleted: onCompleted, onDisposed: onDisposed)
  }

  /// Subscribes closures that receive an object. The subscription refers weakly to the object.
  ///
  /// The closures run on the thread on which the `Completable` sends its event. If the subscription
  /// is disposed, `onDisposed` runs on the thread that disposes it. No closure is called after the
  /// object has been deallocated.
  ///
  /// - Parameters:
  ///   - object: The object that is passed to the closures.
  ///   - onCompleted: A closure that receives the object when the `Completable` completes.
  ///   - onError: A closure that receives the object and the error of a failure. Without it, the
  ///     error is ignored.
  ///   - onDisposed: A closure that receives the object once, after the event or when the
  ///     subscription is disposed.
  /// - Returns: A disposable that ends the subscription.
  public func subscribe<Object: AnyObject>(
    with object: Object, onCompleted: ((Object) -> Void)? = nil,
    onError: ((Object, any Error) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil
  ) -> any Disposable {
    primitiveSequence.source.subscribe(
      with: object, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed)
  }

  /// Returns a `Completable` that fails immediately.
  ///
  /// - Parameter error: The error to fail with.
  /// - Returns: A `Completable` that fails before `subscribe` returns, on the thread that
  ///   subscribes.
  public static func error(_ error: any Error) -> Completable {
    PrimitiveSequence(raw: .error(error))
  }

  /// Returns a `Completable` that sends no event.
  ///
  /// - Returns: A `Completable` that does not end. It does not retain its observers.
  public static func never() -> Completable {
    PrimitiveSequence(raw: .never())
  }

  /// Returns a `Completable` that completes immediately.
  ///
  /// - Returns: A `Completable` that completes before `subscribe` returns, on the thread that
  ///   subscribes.
  public static func empty() -> Completable {
    PrimitiveSequence(raw: .empty())
  }

  /// Returns a `Completable` that sends the event of this `Completable` and calls closures at each
  /// step.
  ///
  /// An error that `onError` or `onCompleted` throws replaces the event. An error that `afterError`
  /// or `afterCompleted` throws is ignored.
  ///
  /// - Parameters:
  ///   - onError: A closure called before a failure is sent.
  ///   - afterError: A closure called after a failure was sent.
  ///   - onCompleted: A closure called before the completion is sent.
  ///   - afterCompleted: A closure called after the completion was sent.
  ///   - onSubscribe: A closure called before subscribing to this `Completable`.
  ///   - onSubscribed: A closure called after subscribing to this `Completable`.
  ///   - onDispose: A closure called once, after the event or when the subscription is disposed.
  /// - Returns: A `Completable` with the event of this `Completable`.
  public func `do`(
    onError: ((any Error) throws -> Void)? = nil,
    afterError: ((any Error) throws -> Void)? = nil, onCompleted: (() throws -> Void)? = nil,
    afterCompleted: (() throws -> Void)? = nil, onSubscribe: (() -> Void)? = nil,
    onSubscribed: (() -> Void)? = nil, onDispose: (() -> Void)? = nil
  ) -> Completable {
    PrimitiveSequence(
      raw: primitiveSequence.source.do(
        onError: onError, afterError: afterError, onCompleted: onCompleted,
        afterCompleted: afterCompleted, onSubscribe: onSubscribe, onSubscribed: onSubscribed,
        onDispose: onDispose))
  }

  /// Returns a `Completable` that continues with another one when this `Completable` has completed.
  ///
  /// - Parameter second: The `Completable` to subscribe to when this `Completable` has completed.
  /// - Returns: A `Completable`. It fails when this `Completable` or `second` fails.
  public func concat(_ second: Completable) -> Completable {
    .concat(primitiveSequence, second)
  }

  /// Returns a `Completable` that subscribes to several `Completable` sequences, one after the
  /// other, and completes when the last one has completed.
  ///
  /// - Parameter sequence: The `Completable` sequences. Each is requested when the previous one
  ///   completes.
  /// - Returns: A `Completable`. It fails when one of them fails.
  public static func concat<Sources: Sequence>(_ sequence: Sources) -> Completable
  where Sources.Element == Completable {
    PrimitiveSequence(raw: .concat(sequence.lazy.map { $0.asObservable() }))
  }

  /// Returns a `Completable` that subscribes to the given `Completable` sequences, one after the
  /// other, and completes when the last one has completed.
  ///
  /// - Parameter sources: The `Completable` sequences. Each is subscribed to when the previous one
  ///   has completed.
  /// - Returns: A `Completable`. It fails when one of them fails.
  public static func concat(_ sources: Completable...) -> Completable {
    PrimitiveSequence(raw: .concat(sources.map { $0.asObservable() }))
  }

  /// Returns a `Completable` that completes when all given `Completable` sequences have completed.
  ///
  /// - Parameter sources: The `Completable` sequences, all of which are subscribed to immediately.
  /// - Returns: A `Completable`. It fails as soon as one of them fails; the subscriptions to the
  ///   others are then disposed.
  public static func zip(_ sources: Completable...) -> Completable {
    PrimitiveSequence(raw: .merge(sources.map { $0.asObservable() }))
  }

  /// Returns a `Completable` that completes when all `Completable` sequences of a collection have
  /// completed.
  ///
  /// - Parameter sources: The `Completable` sequences, all of which are subscribed to immediately.
  /// - Returns: A `Completable`. It fails as soon as one of them fails; the subscriptions to the
  ///   others are then disposed.
  public static func zip<Sources: Collection>(_ sources: Sources) -> Completable
  where Sources.Element == Completable {
    PrimitiveSequence(raw: .merge(sources.map { $0.asObservable() }))
  }
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Swift.Never {
  /// Returns a `Single` that continues with another `Single` when this `Completable` has completed.
  ///
  /// - Parameter second: The `Single` to continue with.
  /// - Returns: A `Single`. It fails without subscribing to `second` if this `Completable` fails.
  public func andThen<Second>(_ second: Single<Second>) -> Single<Second> {
    PrimitiveSequence<SingleTrait, Second>(raw: followed(by: second.asObservable()))
  }

  /// Returns a `Maybe` that continues with another `Maybe` when this `Completable` has completed.
  ///
  /// - Parameter second: The `Maybe` to continue with.
  /// - Returns: A `Maybe`. It fails without subscribing to `second` if this `Completable` fails.
  public func andThen<Second>(_ second: Maybe<Second>) -> Maybe<Second> {
    PrimitiveSequence<MaybeTrait, Second>(raw: followed(by: second.asObservable()))
  }

  /// Returns a `Completable` that continues with another one when this `Completable` has completed.
  ///
  /// - Parameter second: The `Completable` to continue with.
  /// - Returns: A `Completable`. It fails without subscribing to `second` if this `Completable`
  ///   fails.
  public func andThen(_ second: Completable) -> Completable {
    PrimitiveSequence<CompletableTrait, Never>(raw: followed(by: second.asObservable()))
  }

  /// Returns an observable sequence that continues with another sequence when this `Completable`
  /// has completed.
  ///
  /// - Parameter second: The sequence to continue with.
  /// - Returns: An observable sequence. It fails without subscribing to `second` if this
  ///   `Completable` fails.
  public func andThen<Second>(_ second: Observable<Second>) -> Observable<Second> {
    followed(by: second)
  }

  /// Returns this `Completable` followed by a sequence.
  ///
  /// `Concat` gets the two sequences from an iterator, which does not retain a sequence that it has
  /// returned. A subscription therefore releases this `Completable`, with the objects that its
  /// closures capture, when this `Completable` completes, rather than when `second` ends.
  private func followed<Second>(by second: Observable<Second>) -> Observable<Second> {
    let first: Observable<Second> = primitiveSequence.source.map(absurd)
    return Concat {
      var remaining = [second, first]
      return AnyIterator { remaining.popLast() }
    }
  }
}

/// Converts a `Never` to any type. No value of type `Never` exists, so this is never called.
private func absurd<Value>(_ never: Never) -> Value {}
