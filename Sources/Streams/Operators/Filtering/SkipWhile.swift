extension ObservableType {
  /// A sequence without this one's first elements as long as they satisfy a predicate.
  public func skip(
    while predicate: @escaping (Element) throws -> Bool
  ) -> Observable<Element> {
    SkipWhile(asObservable(), predicate)
  }
}

final class SkipWhileSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let predicate: (Element) throws -> Bool
  private var isSkipping = true

  init(
    _ predicate: @escaping (Element) throws -> Bool,
    observer: ObserverBase<Element>, cancel: SinkDisposer
  ) {
    self.predicate = predicate
    super.init(observer: observer, cancel: cancel)
  }

  override func next(_ element: Element) {
    do {
      if isSkipping { isSkipping = try predicate(element) }
      if !isSkipping { send(element) }
    } catch {
      sendError(error)
    }
  }
}

final class SkipWhile<Element>: SourceProducer<Element, Element>, @unchecked Sendable {
  private let predicate: (Element) throws -> Bool

  init(_ source: Observable<Element>, _ predicate: @escaping (Element) throws -> Bool) {
    self.predicate = predicate
    super.init(source)
  }

  override func makeSink(
    _ observer: ObserverBase<Element>, cancel: SinkDisposer
  ) -> Sink<Element, Element> {
    SkipWhileSink(predicate, observer: observer, cancel: cancel)
  }
}
