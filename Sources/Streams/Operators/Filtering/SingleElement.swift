extension ObservableType {
  /// Returns an observable sequence that fails unless this sequence sends exactly one element.
  ///
  /// - Returns: An observable sequence that sends the element when it arrives. It fails with
  ///   ``RxError/moreThanOneElement`` when a second element arrives, with ``RxError/noElements`` if
  ///   this sequence completes without an element, or with the error of this sequence.
  public func single() -> Observable<Element> {
    SingleElement(asObservable(), { _ in true })
  }

  /// Returns an observable sequence that fails unless exactly one element of this sequence
  /// satisfies a predicate.
  ///
  /// - Parameter predicate: A closure that returns whether an element matches. If it throws, the
  ///   result fails with that error.
  /// - Returns: An observable sequence that sends the first match when it arrives. It fails with
  ///   ``RxError/moreThanOneElement`` when a second match arrives, with ``RxError/noElements`` if
  ///   this sequence completes without a match, or with the error of this sequence.
  public func single(
    _ predicate: @escaping (Element) throws -> Bool
  ) -> Observable<Element> {
    SingleElement(asObservable(), predicate)
  }
}

final class SingleElementSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let predicate: (Element) throws -> Bool
  private var wasSeen = false

  init(
    _ predicate: @escaping (Element) throws -> Bool,
    observer: ObserverBase<Element>, cancel: SinkDisposer
  ) {
    self.predicate = predicate
    super.init(observer: observer, cancel: cancel)
  }

  override func next(_ element: Element) {
    do {
      guard try predicate(element) else { return }
      if wasSeen { return sendError(RxError.moreThanOneElement) }
      wasSeen = true
      send(element)
    } catch {
      sendError(error)
    }
  }

  override func completed() {
    if wasSeen {
      sendCompleted()
    } else {
      sendError(RxError.noElements)
    }
  }
}

final class SingleElement<Element>: SourceProducer<Element, Element>, @unchecked Sendable {
  private let predicate: (Element) throws -> Bool

  init(_ source: Observable<Element>, _ predicate: @escaping (Element) throws -> Bool) {
    self.predicate = predicate
    super.init(source)
  }

  override func makeSink(
    _ observer: ObserverBase<Element>, cancel: SinkDisposer
  ) -> Sink<Element, Element> {
    SingleElementSink(predicate, observer: observer, cancel: cancel)
  }
}
