extension ObservableType {
  /// Returns an observable sequence of the elements of this sequence that satisfy a predicate.
  ///
  /// - Parameter predicate: A closure that returns whether an element is sent. If it throws, the
  ///   result fails with that error.
  /// - Returns: An observable sequence. It ends in the same way as this sequence.
  @inlinable
  public func filter(
    _ predicate: @escaping (Element) throws -> Bool
  ) -> Observable<Element> {
    Filter(asObservable(), predicate)
  }
}

final class FilterSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let predicate: (Element) throws -> Bool

  init(
    _ predicate: @escaping (Element) throws -> Bool, observer: ObserverBase<Element>,
    cancel: SinkDisposer
  ) {
    self.predicate = predicate
    super.init(observer: observer, cancel: cancel)
  }

  override func next(_ element: Element) {
    do {
      if try predicate(element) { send(element) }
    } catch {
      sendError(error)
    }
  }
}

@usableFromInline
final class Filter<Element>: SourceProducer<Element, Element>, @unchecked Sendable {
  private let predicate: (Element) throws -> Bool

  @usableFromInline
  init(_ source: Observable<Element>, _ predicate: @escaping (Element) throws -> Bool) {
    self.predicate = predicate
    super.init(source)
  }

  override func makeSink(
    _ observer: ObserverBase<Element>, cancel: SinkDisposer
  ) -> Sink<Element, Element> {
    FilterSink(predicate, observer: observer, cancel: cancel)
  }
}
