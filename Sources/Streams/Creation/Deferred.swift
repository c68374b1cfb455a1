extension ObservableType {
  /// Returns an observable sequence that calls a closure for each subscription and sends the events
  /// of the sequence that the closure returns.
  ///
  /// - Parameter observableFactory: A closure that returns the sequence for one subscription. It
  ///   runs on the thread that subscribes. If it throws, the subscription fails with that error.
  /// - Returns: An observable sequence. Each subscription ends in the same way as the sequence that
  ///   the closure returned for it.
  public static func deferred(
    _ observableFactory: @escaping () throws -> Observable<Element>
  ) -> Observable<Element> {
    Deferred(observableFactory)
  }
}

final class Deferred<Element>: Producer<Element>, @unchecked Sendable {
  private let factory: () throws -> Observable<Element>

  init(_ factory: @escaping () throws -> Observable<Element>) {
    self.factory = factory
  }

  override func run(
    _ observer: ObserverBase<Element>, cancel: SinkDisposer
  ) -> (sink: DisposableObject, subscription: DisposableObject) {
    let sink = ForwardingSink<Element>(observer: observer, cancel: cancel)
    do {
      return (sink, try factory().attach(sink))
    } catch {
      sink.sendError(error)
      return (sink, NopDisposable.shared)
    }
  }
}
