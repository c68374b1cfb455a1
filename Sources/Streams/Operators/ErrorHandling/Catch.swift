extension ObservableType {
  /// A sequence that goes on with another when this one fails.
  public func `catch`(
    _ handler: @escaping (any Error) throws -> Observable<Element>
  ) -> Observable<Element> {
    Catch(asObservable(), handler)
  }

  /// A sequence that ends with an element when this one fails.
  public func catchAndReturn(_ element: Element) -> Observable<Element> {
    Catch(asObservable()) { _ in .just(element) }
  }
}

final class CatchSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let handler: (any Error) throws -> Observable<Element>
  private let subscription = SerialDisposable()

  init(
    _ handler: @escaping (any Error) throws -> Observable<Element>,
    observer: ObserverBase<Element>, cancel: SinkDisposer
  ) {
    self.handler = handler
    super.init(observer: observer, cancel: cancel)
  }

  override func run(_ source: Observable<Element>) -> DisposableObject {
    let first = SingleAssignmentDisposable()
    subscription.replace(with: first)
    first.set(source.attach(self))
    return subscription
  }

  override func next(_ element: Element) {
    send(element)
  }

  override func error(_ error: any Error) {
    do {
      let second = try handler(error)
      let disposable = SingleAssignmentDisposable()
      subscription.replace(with: disposable)
      disposable.set(second.attach(ForwardingObserver(self)))
    } catch {
      sendError(error)
    }
  }
}

final class Catch<Element>: SourceProducer<Element, Element>, @unchecked Sendable {
  private let handler: (any Error) throws -> Observable<Element>

  init(
    _ source: Observable<Element>, _ handler: @escaping (any Error) throws -> Observable<Element>
  ) {
    self.handler = handler
    super.init(source)
  }

  override func makeSink(
    _ observer: ObserverBase<Element>, cancel: SinkDisposer
  ) -> Sink<Element, Element> {
    CatchSink(handler, observer: observer, cancel: cancel)
  }
}
