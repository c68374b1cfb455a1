extension ObservableType {
  /// This sequence as a single.
  ///
  /// It fails with `RxError.noElements` or `RxError.moreThanOneElement` unless there is
  /// exactly one element, which is sent when this sequence completes.
  public func asSingle() -> Single<Element> {
    PrimitiveSequence(raw: LastElement(asObservable(), requiresElement: true))
  }

  /// This sequence as a maybe.
  ///
  /// It fails with `RxError.moreThanOneElement` if there is more than one element; one is
  /// sent when this sequence completes.
  public func asMaybe() -> Maybe<Element> {
    PrimitiveSequence(raw: LastElement(asObservable(), requiresElement: false))
  }

  /// The first element, or nil if there is none.
  public func first() -> Single<Element?> {
    PrimitiveSequence(
      raw: take(1).map(Optional.some).ifEmpty(default: nil))
  }
}

extension ObservableType where Element == Never {
  /// This sequence as a completable.
  public func asCompletable() -> Completable {
    PrimitiveSequence(raw: asObservable())
  }
}

/// Keeps the only element until its source completes.
final class LastElementSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let requiresElement: Bool
  private var element: Element?

  init(_ requiresElement: Bool, observer: ObserverBase<Element>, cancel: SinkDisposer) {
    self.requiresElement = requiresElement
    super.init(observer: observer, cancel: cancel)
  }

  override func next(_ element: Element) {
    if self.element != nil { return sendError(RxError.moreThanOneElement) }
    self.element = element
  }

  override func completed() {
    if let element {
      send(element)
    } else if requiresElement {
      return sendError(RxError.noElements)
    }
    sendCompleted()
  }
}

final class LastElement<Element>: SourceProducer<Element, Element>, @unchecked Sendable {
  private let requiresElement: Bool

  init(_ source: Observable<Element>, requiresElement: Bool) {
    self.requiresElement = requiresElement
    super.init(source)
  }

  override func makeSink(
    _ observer: ObserverBase<Element>, cancel: SinkDisposer
  ) -> Sink<Element, Element> {
    LastElementSink(requiresElement, observer: observer, cancel: cancel)
  }
}
