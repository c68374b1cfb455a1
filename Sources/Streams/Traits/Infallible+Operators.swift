/// The operators that keep a sequence infallible.
///
/// A closure that may throw is accepted where RxSwift accepts one. What it throws ends the
/// sequence, and goes to `Hooks.defaultErrorHandler` if nobody asks for it.
extension InfallibleType {
  /// A sequence of this one's elements, each transformed.
  public func map<Result>(_ transform: @escaping (Element) -> Result) -> Infallible<Result> {
    Infallible(asObservable().map(transform))
  }

  /// A sequence of this one's elements, each transformed, without those that become nil.
  public func compactMap<Result>(
    _ transform: @escaping (Element) -> Result?
  ) -> Infallible<Result> {
    Infallible(asObservable().compactMap(transform))
  }

  /// A sequence of those of this one's elements that satisfy a predicate.
  public func filter(_ predicate: @escaping (Element) -> Bool) -> Infallible<Element> {
    Infallible(asObservable().filter(predicate))
  }

  /// A sequence of what accumulates, element by element, in a value that is changed in place.
  public func scan<Seed>(
    into seed: Seed, accumulator: @escaping (inout Seed, Element) -> Void
  ) -> Infallible<Seed> {
    Infallible(asObservable().scan(into: seed, accumulator: accumulator))
  }

  /// A sequence of what accumulates, element by element.
  public func scan<Seed>(
    _ seed: Seed, accumulator: @escaping (Seed, Element) -> Seed
  ) -> Infallible<Seed> {
    Infallible(asObservable().scan(seed, accumulator: accumulator))
  }

  /// A sequence that sends an element before those of this one.
  public func startWith(_ element: Element) -> Infallible<Element> {
    Infallible(asObservable().startWith(element))
  }

  /// This sequence, with closures that run beside it.
  public func `do`(
    onNext: ((Element) throws -> Void)? = nil, afterNext: ((Element) throws -> Void)? = nil,
    onCompleted: (() throws -> Void)? = nil, afterCompleted: (() throws -> Void)? = nil,
    onSubscribe: (() -> Void)? = nil, onSubscribed: (() -> Void)? = nil,
    onDispose: (() -> Void)? = nil
  ) -> Infallible<Element> {
    Infallible(
      asObservable().do(
        onNext: onNext, afterNext: afterNext, onCompleted: onCompleted,
        afterCompleted: afterCompleted, onSubscribe: onSubscribe, onSubscribed: onSubscribed,
        onDispose: onDispose))
  }

  /// A sequence whose observers share one subscription to this one.
  public func share(
    replay: Int = 0, scope: SubjectLifetimeScope = .whileConnected
  ) -> Infallible<Element> {
    Infallible(asObservable().share(replay: replay, scope: scope))
  }

  /// This sequence; its subscriptions, events and disposals are printed.
  public func debug(
    _ identifier: String? = nil, trimOutput: Bool = false, file: String = #file,
    line: UInt = #line, function: String = #function
  ) -> Infallible<Element> {
    Infallible(
      asObservable().debug(
        identifier, trimOutput: trimOutput, file: file, line: line, function: function))
  }

  /// The elements, each with an object that is held weakly; ends when the object is gone.
  public func withUnretained<Object: AnyObject>(
    _ object: Object
  ) -> Infallible<(Object, Element)> {
    Infallible<(Object, Element)>(asObservable().withUnretained(object))
  }

  /// The elements, each combined with an object that is held weakly.
  public func withUnretained<Object: AnyObject, Out>(
    _ object: Object, resultSelector: @escaping (Object, Element) -> Out
  ) -> Infallible<Out> {
    Infallible<Out>(asObservable().withUnretained(object, resultSelector: resultSelector))
  }

  /// The latest element of another sequence, whenever this one sends.
  public func withLatestFrom<Source: InfallibleType>(
    _ second: Source
  ) -> Infallible<Source.Element> {
    Infallible<Source.Element>(asObservable().withLatestFrom(second))
  }

  /// Each element combined with the latest of another sequence.
  public func withLatestFrom<Source: InfallibleType, ResultType>(
    _ second: Source, resultSelector: @escaping (Element, Source.Element) throws -> ResultType
  ) -> Infallible<ResultType> {
    Infallible<ResultType>(
      asObservable().withLatestFrom(second, resultSelector: resultSelector))
  }
}
