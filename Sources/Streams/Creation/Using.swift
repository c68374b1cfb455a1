extension ObservableType {
  /// Returns an observable sequence that creates a resource for each subscription and disposes the
  /// resource when the subscription ends.
  ///
  /// - Parameters:
  ///   - resourceFactory: A closure that creates the resource of one subscription, on the thread
  ///     that subscribes.
  ///   - observableFactory: A closure that returns a sequence that uses the resource.
  /// - Returns: An observable sequence. Each subscription ends in the same way as the sequence that
  ///   `observableFactory` returned for it. If a closure throws, the subscription fails with that
  ///   error. The resource is disposed once: when the sequence ends, when `observableFactory`
  ///   throws, or when the subscription is disposed, whichever comes first.
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
