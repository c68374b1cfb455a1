/// The trait of a sequence that has no element.
public enum CompletableTrait {}

/// A sequence that has no element: it completes or fails.
public typealias Completable = PrimitiveSequence<CompletableTrait, Swift.Never>

/// What a completable sends.
@frozen
public enum CompletableEvent {
  /// Its failure.
  case error(any Error)
  /// Its successful end.
  case completed
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Swift.Never {
  /// The type of a closure that receives the event.
  public typealias CompletableObserver = (CompletableEvent) -> Void

  /// A completable whose every subscription runs a closure.
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

  /// Subscribes a closure to the event.
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

  /// Subscribes a closure to each kind of event.
  public func subscribe(
    onCompleted: (() -> Void)? = nil, onError: ((any Error) -> Void)? = nil,
    onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    primitiveSequence.source.subscribe(
      onError: onError, onCompleted: onCompleted, onDisposed: onDisposed)
  }

  /// Subscribes closures that get an object which the subscription holds weakly.
  public func subscribe<Object: AnyObject>(
    with object: Object, onCompleted: ((Object) -> Void)? = nil,
    onError: ((Object, any Error) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil
  ) -> any Disposable {
    primitiveSequence.source.subscribe(
      with: object, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed)
  }

  /// A completable that fails.
  public static func error(_ error: any Error) -> Completable {
    PrimitiveSequence(raw: .error(error))
  }

  /// A completable that sends nothing, ever.
  public static func never() -> Completable {
    PrimitiveSequence(raw: .never())
  }

  /// A completable that completes at once.
  public static func empty() -> Completable {
    PrimitiveSequence(raw: .empty())
  }

  /// This completable, with closures that run beside it.
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

  /// A completable that completes after this one and then another did.
  public func concat(_ second: Completable) -> Completable {
    .concat(primitiveSequence, second)
  }

  /// A completable that completes after several did, one after the other.
  public static func concat<Sources: Sequence>(_ sequence: Sources) -> Completable
  where Sources.Element == Completable {
    PrimitiveSequence(raw: .concat(sequence.lazy.map { $0.asObservable() }))
  }

  /// A completable that completes after several did, one after the other.
  public static func concat(_ sources: Completable...) -> Completable {
    PrimitiveSequence(raw: .concat(sources.map { $0.asObservable() }))
  }

  /// A completable that completes when several have.
  public static func zip(_ sources: Completable...) -> Completable {
    PrimitiveSequence(raw: .merge(sources.map { $0.asObservable() }))
  }

  /// A completable that completes when several have.
  public static func zip<Sources: Collection>(_ sources: Sources) -> Completable
  where Sources.Element == Completable {
    PrimitiveSequence(raw: .merge(sources.map { $0.asObservable() }))
  }
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Swift.Never {
  /// A single that begins when this completable has completed.
  public func andThen<Second>(_ second: Single<Second>) -> Single<Second> {
    PrimitiveSequence<SingleTrait, Second>(raw: followed(by: second.asObservable()))
  }

  /// A maybe that begins when this completable has completed.
  public func andThen<Second>(_ second: Maybe<Second>) -> Maybe<Second> {
    PrimitiveSequence<MaybeTrait, Second>(raw: followed(by: second.asObservable()))
  }

  /// A completable that begins when this one has completed.
  public func andThen(_ second: Completable) -> Completable {
    PrimitiveSequence<CompletableTrait, Never>(raw: followed(by: second.asObservable()))
  }

  /// A sequence that begins when this completable has completed.
  public func andThen<Second>(_ second: Observable<Second>) -> Observable<Second> {
    followed(by: second)
  }

  /// What is left to do is handed out piece by piece, so that the completable, and all that
  /// its closures hold, goes when it has completed and not when the second one ends.
  private func followed<Second>(by second: Observable<Second>) -> Observable<Second> {
    let first: Observable<Second> = primitiveSequence.source.map(absurd)
    return Concat {
      var remaining = [second, first]
      return AnyIterator { remaining.popLast() }
    }
  }
}

/// What follows from something that never happens.
private func absurd<Value>(_ never: Never) -> Value {}
