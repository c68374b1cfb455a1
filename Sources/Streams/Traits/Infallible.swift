/// A sequence that never fails.
public protocol InfallibleType: ObservableConvertibleType {}

/// A sequence that never fails.
public struct Infallible<Element>: InfallibleType, @unchecked Sendable {
  private let source: Observable<Element>

  /// - Parameter source: A sequence that its maker knows never to fail.
  init(_ source: Observable<Element>) {
    self.source = source
  }

  public func asObservable() -> Observable<Element> { source }
}

/// What a sequence sends that never fails.
@frozen
public enum InfallibleEvent<Element> {
  /// The next element.
  case next(Element)
  /// The sequence sends nothing more.
  case completed
}

extension Infallible {
  /// The type of a closure that receives events.
  public typealias InfallibleObserver = (InfallibleEvent<Element>) -> Void

  /// A sequence whose every subscription runs a closure.
  public static func create(
    subscribe: @escaping (@escaping InfallibleObserver) -> any Disposable
  ) -> Infallible<Element> {
    Infallible(
      .create { observer in
        subscribe { event in
          switch event {
          case .next(let element): observer.onNext(element)
          case .completed: observer.onCompleted()
          }
        }
      })
  }

  /// A sequence of one element.
  public static func just(_ element: Element) -> Infallible<Element> {
    Infallible(.just(element))
  }

  /// A sequence of the given elements.
  public static func of(_ elements: Element...) -> Infallible<Element> {
    Infallible(.from(elements))
  }

  /// A sequence of an array's elements.
  public static func from(_ array: [Element]) -> Infallible<Element> {
    Infallible(.from(array))
  }

  /// A sequence without elements.
  public static func empty() -> Infallible<Element> { Infallible(.empty()) }

  /// A sequence that sends nothing, ever.
  public static func never() -> Infallible<Element> { Infallible(.never()) }
}

extension InfallibleType {
  /// Subscribes a closure to each kind of event.
  public func subscribe(
    onNext: ((Element) -> Void)? = nil, onCompleted: (() -> Void)? = nil,
    onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    asObservable().subscribe(
      onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
  }

  /// Subscribes closures that get an object which the subscription holds weakly.
  public func subscribe<Object: AnyObject>(
    with object: Object, onNext: ((Object, Element) -> Void)? = nil,
    onCompleted: ((Object) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil
  ) -> any Disposable {
    asObservable().subscribe(
      with: object, onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
  }

  /// Subscribes a closure to all events.
  public func subscribe(_ on: @escaping (Event<Element>) -> Void) -> any Disposable {
    asObservable().subscribe(on)
  }

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

  /// A sequence of the elements of the sequences that this one's are transformed to.
  public func flatMap<Source: InfallibleType>(
    _ selector: @escaping (Element) -> Source
  ) -> Infallible<Source.Element> {
    Infallible(asObservable().flatMap(selector))
  }

  /// A sequence of the elements of the latest of the sequences that this one's are
  /// transformed to.
  public func flatMapLatest<Source: InfallibleType>(
    _ selector: @escaping (Element) -> Source
  ) -> Infallible<Source.Element> {
    Infallible(asObservable().flatMapLatest(selector))
  }

  /// A sequence without the elements that equal the one before.
  public func distinctUntilChanged() -> Infallible<Element> where Element: Equatable {
    Infallible(asObservable().distinctUntilChanged())
  }

  /// This sequence, its events sent on a scheduler.
  public func observe(on scheduler: any ImmediateSchedulerType) -> Infallible<Element> {
    Infallible(asObservable().observe(on: scheduler))
  }

  /// A sequence whose observers share one subscription to this one.
  public func share(
    replay: Int = 0, scope: SubjectLifetimeScope = .whileConnected
  ) -> Infallible<Element> {
    Infallible(asObservable().share(replay: replay, scope: scope))
  }

  /// Subscribes a closure to the elements.
  public func bind(onNext: @escaping (Element) -> Void) -> any Disposable {
    subscribe(onNext: onNext)
  }

  /// The elements as an asynchronous sequence that does not throw.
  public var values: AsyncStream<Element> {
    AsyncStream { continuation in
      let subscription = UncheckedSubscription(
        asObservable().subscribe(
          onNext: { element in
            // Handed over to the one who iterates, and used no more here.
            nonisolated(unsafe) let element = element
            unsafe continuation.yield(element)
          },
          onCompleted: { continuation.finish() }, onDisposed: { continuation.finish() }))
      continuation.onTermination = { _ in subscription.disposable.dispose() }
    }
  }
}

extension ObservableConvertibleType {
  /// This sequence, ending with an element if it fails.
  public func asInfallible(onErrorJustReturn element: Element) -> Infallible<Element> {
    Infallible(asObservable().catchAndReturn(element))
  }

  /// This sequence, going on with another if it fails.
  public func asInfallible(
    onErrorFallbackTo infallible: Infallible<Element>
  ) -> Infallible<Element> {
    Infallible(asObservable().catch { _ in infallible.asObservable() })
  }

  /// This sequence, going on with another that a closure chooses if it fails.
  public func asInfallible(
    onErrorRecover: @escaping (any Error) -> Infallible<Element>
  ) -> Infallible<Element> {
    Infallible(asObservable().catch { onErrorRecover($0).asObservable() })
  }
}
