/// The trait of a sequence that has one element, or none, or fails.
public enum MaybeTrait {}

/// A sequence that has one element, or none, or fails.
public typealias Maybe<Element> = PrimitiveSequence<MaybeTrait, Element>

/// What a maybe sends.
@frozen
public enum MaybeEvent<Element> {
  /// Its element, with which it ends.
  case success(Element)
  /// Its failure.
  case error(any Error)
  /// Its end without an element.
  case completed
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
  /// The type of a closure that receives the event.
  public typealias MaybeObserver = (MaybeEvent<Element>) -> Void

  /// A maybe whose every subscription runs a closure.
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

  /// Subscribes a closure to the event.
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

  /// Subscribes a closure to each kind of event; only one of the first three is called.
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

  /// Subscribes closures that get an object which the subscription holds weakly.
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

  /// A maybe of a given element.
  public static func just(_ element: Element) -> Maybe<Element> {
    PrimitiveSequence(raw: .just(element))
  }

  /// A maybe of a given element, sent on a scheduler.
  public static func just(
    _ element: Element, scheduler: any ImmediateSchedulerType
  ) -> Maybe<Element> {
    PrimitiveSequence(raw: .just(element, scheduler: scheduler))
  }

  /// A maybe that fails.
  public static func error(_ error: any Error) -> Maybe<Element> {
    PrimitiveSequence(raw: .error(error))
  }

  /// A maybe that sends nothing, ever.
  public static func never() -> Maybe<Element> {
    PrimitiveSequence(raw: .never())
  }

  /// A maybe that ends without an element.
  public static func empty() -> Maybe<Element> {
    PrimitiveSequence(raw: .empty())
  }

  /// This maybe, with closures that run beside it.
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

  /// The element, if it satisfies a predicate.
  public func filter(_ predicate: @escaping (Element) throws -> Bool) -> Maybe<Element> {
    PrimitiveSequence(raw: primitiveSequence.source.filter(predicate))
  }

  /// The element, transformed.
  public func map<Result>(_ transform: @escaping (Element) throws -> Result) -> Maybe<Result> {
    PrimitiveSequence<MaybeTrait, Result>(raw: primitiveSequence.source.map(transform))
  }

  /// The element, transformed, unless it becomes nil.
  public func compactMap<Result>(
    _ transform: @escaping (Element) throws -> Result?
  ) -> Maybe<Result> {
    PrimitiveSequence<MaybeTrait, Result>(raw: primitiveSequence.source.compactMap(transform))
  }

  /// The maybe that the element is transformed to.
  public func flatMap<Result>(
    _ selector: @escaping (Element) throws -> Maybe<Result>
  ) -> Maybe<Result> {
    PrimitiveSequence<MaybeTrait, Result>(raw: primitiveSequence.source.flatMap(selector))
  }

  /// The single that the element is transformed to, or a given one.
  public func flatMapSingle<Result>(
    _ selector: @escaping (Element) throws -> Single<Result>
  ) -> Maybe<Result> {
    PrimitiveSequence<MaybeTrait, Result>(raw: primitiveSequence.source.flatMap(selector))
  }

  /// The completable that the element is transformed to.
  public func flatMapCompletable(
    _ selector: @escaping (Element) throws -> Completable
  ) -> Completable {
    PrimitiveSequence<CompletableTrait, Never>(raw: primitiveSequence.source.flatMap(selector))
  }

  /// A single with a given element if this maybe has none.
  public func ifEmpty(default element: Element) -> Single<Element> {
    PrimitiveSequence(raw: primitiveSequence.source.ifEmpty(default: element))
  }

  /// A maybe that goes on with another if this one has no element.
  public func ifEmpty(switchTo other: Maybe<Element>) -> Maybe<Element> {
    PrimitiveSequence(raw: primitiveSequence.source.ifEmpty(switchTo: other.source))
  }

  /// A single that goes on with another if this maybe has no element.
  public func ifEmpty(switchTo other: Single<Element>) -> Single<Element> {
    PrimitiveSequence(raw: primitiveSequence.source.ifEmpty(switchTo: other.source))
  }

  /// A maybe with a given element if this one fails.
  public func catchAndReturn(_ element: Element) -> Maybe<Element> {
    PrimitiveSequence(raw: primitiveSequence.source.catchAndReturn(element))
  }

  /// A single that fails with `RxError.noElements` if this maybe has no element.
  public func asSingle() -> Single<Element> {
    primitiveSequence.source.asSingle()
  }

  /// The end of this maybe.
  public func asCompletable() -> Completable {
    PrimitiveSequence(raw: primitiveSequence.source.ignoreElements())
  }
}
