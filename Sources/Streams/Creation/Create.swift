extension ObservableType {
  /// Returns an observable sequence that runs a closure for each subscription.
  ///
  ///     let readings = Observable<Int>.create { observer in
  ///       let timer = startTimer { observer.onNext($0) }
  ///       return Disposables.create { timer.cancel() }
  ///     }
  ///
  /// The closure runs on the thread that subscribes. Events may be sent on any thread, while the
  /// closure runs or later, but only one at a time. A debug build reports overlapping events
  /// through `Hooks.synchronizationAnomalyHandler`. Events are ignored after a failure or
  /// completion, and after the subscription is disposed.
  ///
  /// The observer that the closure receives retains the objects of the subscription. If a callback
  /// retains this observer, the disposable that the closure returns must cancel the callback.
  /// Otherwise the callback keeps these objects alive after the subscription has been disposed.
  ///
  /// - Parameter subscribe: The closure that starts the work. It receives the observer of one
  ///   subscription and returns a disposable that stops the work.
  /// - Returns: An observable sequence. It ends when the closure sends a failure or completion. The
  ///   disposable that the closure returned is disposed when the sequence ends or when the
  ///   subscription is disposed.
  @inlinable
  public static func create(
    _ subscribe: @escaping (AnyObserver<Element>) -> any Disposable
  ) -> Observable<Element> {
    AnonymousObservable(subscribe)
  }
}

/// The sink of one subscription to a sequence that ``ObservableType/create(_:)`` returned.
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

/// The sequence that ``ObservableType/create(_:)`` returns.
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
