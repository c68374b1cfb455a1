/// An observable sequence that does not fail.
public protocol InfallibleType: ObservableConvertibleType {}

/// An observable sequence that does not fail.
///
/// The type has no function that sends an error. The result of an operator nevertheless fails if a
/// closure of the operator throws, or if another sequence that the operator uses fails. The failure
/// is passed to ``Hooks/defaultErrorHandler`` unless the subscription receives or ignores failures.
public struct Infallible<Element>: InfallibleType, @unchecked Sendable {
  private let source: Observable<Element>

  /// Creates an infallible sequence.
  ///
  /// - Parameter source: A sequence. The caller must ensure that it does not fail.
  init(_ source: Observable<Element>) {
    self.source = source
  }

  /// Returns this sequence as an observable sequence.
  ///
  /// - Returns: An observable sequence that sends the same events.
  public func asObservable() -> Observable<Element> { source }
}

/// An event of a sequence that does not fail.
@frozen
public enum InfallibleEvent<Element> {
  /// The next element.
  case next(Element)
  /// The completion. No event follows it.
  case completed
}

extension InfallibleEvent: EventConvertible {
  /// This event, converted to an ``Event``.
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

  /// Returns an infallible sequence that runs a closure for each subscription.
  ///
  /// - Parameter subscribe: The closure that starts the work. It receives a function that sends
  ///   events, and it returns a disposable that stops the work. The function may be called on any
  ///   thread, but not on two threads at once. Calls after the completion have no effect.
  /// - Returns: An infallible sequence. It ends when a completion is sent. The closure's disposable
  ///   is disposed when the sequence has ended or the subscription is disposed.
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
  /// Subscribes a closure for each kind of event. The closures run on the thread on which the
  /// sequence sends its events. If the subscription is disposed, `onDisposed` runs on the thread
  /// that disposes it.
  ///
  /// - Parameters:
  ///   - onNext: A closure that receives each element.
  ///   - onCompleted: A closure called when the sequence completes.
  ///   - onDisposed: A closure called once, when the sequence ends or the subscription is disposed.
  /// - Returns: A disposable that ends the subscription.
  public func subscribe(
    onNext: ((Element) -> Void)? = nil, onCompleted: (() -> Void)? = nil,
    onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    asObservable().subscribe(
      onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
  }

  /// Subscribes closures that receive an object. The subscription refers weakly to the object.
  ///
  /// The closures run on the thread on which the sequence sends its events. If the subscription is
  /// disposed, `onDisposed` runs on the thread that disposes it. No closure is called after the
  /// object has been deallocated. A failure that an operator causes is ignored.
  ///
  /// - Parameters:
  ///   - object: The object that is passed to the closures.
  ///   - onNext: A closure that receives the object and each element.
  ///   - onCompleted: A closure that receives the object when the sequence completes.
  ///   - onDisposed: A closure that receives the object once, when the sequence ends or the
  ///     subscription is disposed.
  /// - Returns: A disposable that ends the subscription.
  public func subscribe<Object: AnyObject>(
    with object: Object, onNext: ((Object, Element) -> Void)? = nil,
    onCompleted: ((Object) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil
  ) -> any Disposable {
    asObservable().subscribe(
      with: object, onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
  }

  /// Subscribes a closure that receives every event. The closure runs on the thread on which the
  /// sequence sends its events.
  ///
  /// - Parameter on: A closure that receives the events. A failure, which only an operator can
  ///   cause, is passed to ``Hooks/defaultErrorHandler``.
  /// - Returns: A disposable that ends the subscription.
  public func subscribe(_ on: @escaping (InfallibleEvent<Element>) -> Void) -> any Disposable {
    subscribe(onNext: { on(.next($0)) }, onCompleted: { on(.completed) })
  }

  /// Subscribes a closure that receives every event, including a failure that an operator causes.
  /// The closure runs on the thread on which the sequence sends its events.
  ///
  /// - Parameter on: A closure that receives the events.
  /// - Returns: A disposable that ends the subscription.
  @_disfavoredOverload
  public func subscribe(_ on: @escaping (Event<Element>) -> Void) -> any Disposable {
    asObservable().subscribe(on)
  }

  /// The elements as an asynchronous sequence that does not throw.
  ///
  /// Each read of this property subscribes to the sequence immediately. Elements are buffered
  /// without limit until they are iterated. The subscription is disposed when the iteration is
  /// cancelled or the asynchronous sequence is deallocated.
  public var values: AsyncStream<Element> {
    AsyncStream { continuation in
      let subscription = UncheckedSubscription(
        asObservable().subscribe(
          onNext: { element in
            // The element is passed to the iterating task, and is not used here afterwards.
            nonisolated(unsafe) let element = element
            unsafe continuation.yield(element)
          },
          onCompleted: { continuation.finish() }, onDisposed: { continuation.finish() }))
      continuation.onTermination = { _ in subscription.disposable.dispose() }
    }
  }
}

extension ObservableConvertibleType {
  /// Returns this sequence as an infallible sequence. If this sequence fails, the result sends an
  /// element and completes.
  ///
  /// - Parameter element: The element to send.
  /// - Returns: An infallible sequence of the elements of this sequence. A failure is replaced by
  ///   `element` and a completion.
  public func asInfallible(onErrorJustReturn element: Element) -> Infallible<Element> {
    Infallible(asObservable().catchAndReturn(element))
  }

  /// Returns this sequence as an infallible sequence. If this sequence fails, the result continues
  /// with another sequence.
  ///
  /// - Parameter infallible: The sequence to continue with.
  /// - Returns: An infallible sequence. It completes when this sequence completes or, after a
  ///   failure, when `infallible` completes.
  public func asInfallible(
    onErrorFallbackTo infallible: Infallible<Element>
  ) -> Infallible<Element> {
    Infallible(asObservable().catch { _ in infallible.asObservable() })
  }

  /// Returns this sequence as an infallible sequence. If this sequence fails, the result continues
  /// with the sequence that a closure returns.
  ///
  /// - Parameter onErrorRecover: A closure that receives the error and returns the sequence to
  ///   continue with.
  /// - Returns: An infallible sequence. It completes when this sequence completes or, after a
  ///   failure, when the result of the closure completes.
  public func asInfallible(
    onErrorRecover: @escaping (any Error) -> Infallible<Element>
  ) -> Infallible<Element> {
    Infallible(asObservable().catch { onErrorRecover($0).asObservable() })
  }
}
