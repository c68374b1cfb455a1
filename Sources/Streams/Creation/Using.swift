extension ObservableType {
  /// A sequence made with a resource that is disposed with each subscription.
  public static func using<Resource: Disposable>(
    _ resourceFactory: @escaping () throws -> Resource,
    observableFactory: @escaping (Resource) throws -> Observable<Element>
  ) -> Observable<Element> {
    Using(resourceFactory, observableFactory)
  }
}

final class Using<Resource: Disposable, Element>: Producer<Element>, @unchecked Sendable {
  private let resourceFactory: () throws -> Resource
  private let observableFactory: (Resource) throws -> Observable<Element>

  init(
    _ resourceFactory: @escaping () throws -> Resource,
    _ observableFactory: @escaping (Resource) throws -> Observable<Element>
  ) {
    self.resourceFactory = resourceFactory
    self.observableFactory = observableFactory
  }

  override func run(
    _ observer: ObserverBase<Element>, cancel: SinkDisposer
  ) -> (sink: DisposableObject, subscription: DisposableObject) {
    let sink = ForwardingSink<Element>(observer: observer, cancel: cancel)
    var resource: DisposableObject = NopDisposable.shared
    do {
      let made = try resourceFactory()
      resource = made.asObject
      let source = try observableFactory(made)
      return (sink, BinaryDisposable(source.attach(sink), resource))
    } catch {
      sink.sendError(error)
      return (sink, resource)
    }
  }
}
