extension ObservableType {
  /// Returns an observable sequence that continues with another sequence when this sequence fails.
  ///
  /// - Parameter handler: A closure that receives the error and returns the sequence to continue
  ///   with. If the closure throws, the result fails with the thrown error.
  /// - Returns: An observable sequence. It completes when this sequence completes. After a failure,
  ///   it ends in the same way as the other sequence.
  public func `catch`(
    _ handler: @escaping (any Error) throws -> Observable<Element>
  ) -> Observable<Element> {
    Catch(asObservable(), handler)
  }

  /// Returns an observable sequence that replaces a failure of this sequence with an element and a
  /// completion.
  ///
  /// - Parameter element: The element to send instead of the failure.
  /// - Returns: An observable sequence that does not fail.
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
