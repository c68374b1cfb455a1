extension ObservableType {
  /// A sequence that is made anew for each subscription.
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
