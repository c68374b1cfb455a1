/// The operators that keep a sequence infallible.
///
/// A closure may throw where RxSwift allows it. An error that a closure throws ends the sequence
/// and is passed to `Hooks.defaultErrorHandler`, unless the subscription receives or ignores
/// failures.
extension InfallibleType {
  /// Returns an infallible sequence of the results of applying a closure to each element of this
  /// sequence.
  ///
  /// - Parameter transform: A closure that returns the element to send.
  /// - Returns: An infallible sequence. It completes when this sequence completes.
  public func map<Result>(_ transform: @escaping (Element) -> Result) -> Infallible<Result> {
    Infallible(asObservable().map(transform))
  }

  /// Returns an infallible sequence of the non-`nil` results of calling a closure with each element
  /// of this sequence.
  ///
  /// - Parameter transform: A closure that returns the element to send, or `nil` to send none.
  /// - Returns: An infallible sequence. It completes when this sequence completes.
  public func compactMap<Result>(
    _ transform: @escaping (Element) -> Result?
  ) -> Infallible<Result> {
    Infallible(asObservable().compactMap(transform))
  }

  /// Returns an infallible sequence of the elements of this sequence that satisfy a predicate.
  ///
  /// - Parameter predicate: A closure that returns whether an element is sent.
  /// - Returns: An infallible sequence. It completes when this sequence completes.
  public func filter(_ predicate: @escaping (Element) -> Bool) -> Infallible<Element> {
    Infallible(asObservable().filter(predicate))
  }

  /// Returns an infallible sequence that updates a value with each element of this sequence, and
  /// sends the value.
  ///
  /// - Parameters:
  ///   - seed: The initial value of each subscription. It is not sent.
  ///   - accumulator: A closure that updates the value with an element.
  /// - Returns: An infallible sequence. It completes when this sequence completes.
  public func scan<Seed>(
    into seed: Seed, accumulator: @escaping (inout Seed, Element) -> Void
  ) -> Infallible<Seed> {
    Infallible(asObservable().scan(into: seed, accumulator: accumulator))
  }

  /// Returns an infallible sequence that combines the elements of this sequence, and sends the
  /// combined value after each element.
  ///
  /// - Parameters:
  ///   - seed: The initial value of each subscription. It is not sent.
  ///   - accumulator: A closure that computes the new value from the current value and an element.
  /// - Returns: An infallible sequence. It completes when this sequence completes.
  public func scan<Seed>(
    _ seed: Seed, accumulator: @escaping (Seed, Element) -> Seed
  ) -> Infallible<Seed> {
    Infallible(asObservable().scan(seed, accumulator: accumulator))
  }

  /// Returns an infallible sequence that sends an element and then the events of this sequence.
  ///
  /// - Parameter element: The element to send first.
  /// - Returns: An infallible sequence. It sends `element` before it subscribes to this sequence,
  ///   and completes when this sequence completes.
  public func startWith(_ element: Element) -> Infallible<Element> {
    Infallible(asObservable().startWith(element))
  }

  /// Returns an infallible sequence that sends the events of this sequence and calls closures at
  /// each step.
  ///
  /// An error that `onNext`, `afterNext` or `onCompleted` throws ends the sequence; see
  /// ``Infallible``. An error that `afterCompleted` throws is ignored.
  ///
  /// - Parameters:
  ///   - onNext: A closure called before an element is sent.
  ///   - afterNext: A closure called after an element was sent.
  ///   - onCompleted: A closure called before the completion is sent.
  ///   - afterCompleted: A closure called after the completion was sent.
  ///   - onSubscribe: A closure called before subscribing to this sequence.
  ///   - onSubscribed: A closure called after subscribing to this sequence.
  ///   - onDispose: A closure called once, when the result ends or the subscription is disposed.
  /// - Returns: An infallible sequence with the events of this sequence.
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

  /// Returns an infallible sequence whose observers share one subscription to this sequence.
  ///
  /// The subscription is made for the first observer and disposed when the last one has
  /// unsubscribed.
  ///
  /// - Parameters:
  ///   - replay: The maximum number of previous elements that a new observer receives first.
  ///   - scope: The lifetime of the replayed elements.
  /// - Returns: An infallible sequence that completes when this sequence completes.
  public func share(
    replay: Int = 0, scope: SubjectLifetimeScope = .whileConnected
  ) -> Infallible<Element> {
    Infallible(asObservable().share(replay: replay, scope: scope))
  }

  /// Returns an infallible sequence that sends the events of this sequence and prints its
  /// subscriptions, events and disposals to standard output.
  ///
  /// - Parameters:
  ///   - identifier: The name that is printed in each line. The default is the file, line and
  ///     function of the call.
  ///   - trimOutput: Whether descriptions of over 40 characters are cut to the first and last 20.
  ///   - file: The file of the call.
  ///   - line: The line of the call.
  ///   - function: The function of the call.
  /// - Returns: An infallible sequence with the events of this sequence.
  public func debug(
    _ identifier: String? = nil, trimOutput: Bool = false, file: String = #file,
    line: UInt = #line, function: String = #function
  ) -> Infallible<Element> {
    Infallible(
      asObservable().debug(
        identifier, trimOutput: trimOutput, file: file, line: line, function: function))
  }

  /// Returns an infallible sequence that pairs each element of this sequence with an object that is
  /// not retained.
  ///
  /// - Parameter object: The object. The sequence refers weakly to it.
  /// - Returns: An infallible sequence. It completes when this sequence completes, or at the first
  ///   element after the object has been deallocated.
  public func withUnretained<Object: AnyObject>(
    _ object: Object
  ) -> Infallible<(Object, Element)> {
    Infallible<(Object, Element)>(asObservable().withUnretained(object))
  }

  /// Returns an infallible sequence that combines each element of this sequence with an object that
  /// is not retained.
  ///
  /// - Parameters:
  ///   - object: The object. The sequence refers weakly to it.
  ///   - resultSelector: A closure that returns the element to send.
  /// - Returns: An infallible sequence. It completes when this sequence completes, or at the first
  ///   element after the object has been deallocated.
  public func withUnretained<Object: AnyObject, Out>(
    _ object: Object, resultSelector: @escaping (Object, Element) -> Out
  ) -> Infallible<Out> {
    Infallible<Out>(asObservable().withUnretained(object, resultSelector: resultSelector))
  }

  /// Returns an infallible sequence that sends the latest element of another sequence each time
  /// this sequence sends an element.
  ///
  /// - Parameter second: The other sequence. Nothing is sent before its first element.
  /// - Returns: An infallible sequence. It completes when this sequence completes.
  public func withLatestFrom<Source: InfallibleType>(
    _ second: Source
  ) -> Infallible<Source.Element> {
    Infallible<Source.Element>(asObservable().withLatestFrom(second))
  }

  /// Returns an infallible sequence that combines each element of this sequence with the latest
  /// element of another sequence.
  ///
  /// - Parameters:
  ///   - second: The other sequence. Nothing is sent before its first element.
  ///   - resultSelector: A closure that returns the element to send. If it throws, the result
  ///     fails; see ``Infallible``.
  /// - Returns: An infallible sequence. It completes when this sequence completes.
  public func withLatestFrom<Source: InfallibleType, ResultType>(
    _ second: Source, resultSelector: @escaping (Element, Source.Element) throws -> ResultType
  ) -> Infallible<ResultType> {
    Infallible<ResultType>(
      asObservable().withLatestFrom(second, resultSelector: resultSelector))
  }
}
