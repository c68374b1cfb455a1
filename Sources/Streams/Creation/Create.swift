extension ObservableType {
  /// A sequence whose every subscription runs a closure.
  ///
  /// - Parameter subscribe: Sends events to the observer and returns what ends the sending.
  @inlinable
  public static func create(
    _ subscribe: @escaping (AnyObserver<Element>) -> any Disposable
  ) -> Observable<Element> {
    AnonymousObservable(subscribe)
  }
}

/// One subscription to a `create` sequence.
final class AnonymousObservableSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let tracker = SynchronizationTracker()

  override func next(_ element: Element) {
    tracker.tracking { send(element) }
  }

  override func error(_ error: any Error) {
    tracker.tracking { sendError(error) }
  }

  override func completed() {
    tracker.tracking { sendCompleted() }
  }
}

/// The sequence that `create` makes.
@usableFromInline
final class AnonymousObservable<Element>: Producer<Element>, @unchecked Sendable {
  private let subscribeHandler: (AnyObserver<Element>) -> any Disposable

  @usableFromInline
  init(_ subscribeHandler: @escaping (AnyObserver<Element>) -> any Disposable) {
    self.subscribeHandler = subscribeHandler
  }

  override func run(
    _ observer: ObserverBase<Element>, cancel: SinkDisposer
  ) -> (sink: DisposableObject, subscription: DisposableObject) {
    let sink = AnonymousObservableSink(observer: observer, cancel: cancel)
    let subscription = subscribeHandler(AnyObserver(object: sink)).asObject
    return (sink, subscription)
  }
}
