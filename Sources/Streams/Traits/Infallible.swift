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

extension InfallibleEvent: EventConvertible {
  /// The same as an event of a sequence that may fail.
  public var event: Event<Element> {
    switch self {
    case .next(let element): .next(element)
    case .completed: .completed
    }
  }
}

extension InfallibleEvent: Sendable where Element: Sendable {}

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
  ///
  /// - Parameter on: Receives the events. A failure, which only a closure that throws can
  ///   cause, goes to `Hooks.defaultErrorHandler`.
  public func subscribe(_ on: @escaping (InfallibleEvent<Element>) -> Void) -> any Disposable {
    subscribe(onNext: { on(.next($0)) }, onCompleted: { on(.completed) })
  }

  /// Subscribes a closure to all events, including a failure that a throwing closure causes.
  @_disfavoredOverload
  public func subscribe(_ on: @escaping (Event<Element>) -> Void) -> any Disposable {
    asObservable().subscribe(on)
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
