extension ObservableType {
  /// Returns an observable sequence that begins with the first element of this sequence that does
  /// not satisfy a predicate.
  ///
  /// - Parameter predicate: A closure that returns whether an element is skipped. It is not called
  ///   after it has returned `false`. If it throws, the result fails with that error.
  /// - Returns: An observable sequence. It ends in the same way as this sequence.
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
