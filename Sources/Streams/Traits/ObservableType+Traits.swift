extension ObservableType {
  /// Returns this sequence as a `Single`.
  ///
  /// - Returns: A `Single`. It sends the only element when this sequence completes. It fails with
  ///   ``RxError/noElements`` if there is no element, with ``RxError/moreThanOneElement`` at a
  ///   second element, or with the error of this sequence.
  public func asSingle() -> Single<Element> {
    PrimitiveSequence(raw: LastElement(asObservable(), requiresElement: true))
  }

  /// Returns this sequence as a `Maybe`.
  ///
  /// - Returns: A `Maybe`. It sends the only element, if any, when this sequence completes. It
  ///   fails with ``RxError/moreThanOneElement`` at a second element, or if this sequence fails.
  public func asMaybe() -> Maybe<Element> {
    PrimitiveSequence(raw: LastElement(asObservable(), requiresElement: false))
  }

  /// Returns a `Single` that sends the first element of this sequence, or `nil` if there is none.
  ///
  /// - Returns: A `Single`. It fails if this sequence fails before its first element. The
  ///   subscription to this sequence is disposed after the first element.
  public func first() -> Single<Element?> {
    PrimitiveSequence(
      raw: take(1).map(Optional.some).ifEmpty(default: nil))
  }
}

extension ObservableType where Element == Never {
  /// Returns this sequence as a `Completable`.
  ///
  /// - Returns: A `Completable`. It completes when this sequence completes, and fails when this
  ///   sequence fails.
  public func asCompletable() -> Completable {
    PrimitiveSequence(raw: asObservable())
  }
}

/// The sink of `asSingle()` and `asMaybe()`. It stores the only element until the source completes.
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
