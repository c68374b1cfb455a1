extension ObservableType where Element: EventConvertible {
  /// Returns an observable sequence that sends the events that this sequence's elements represent.
  ///
  /// This operator reverses ``ObservableType/materialize()``.
  ///
  /// - Returns: An observable sequence. It ends at the first element that represents a failure or
  ///   completion, and otherwise in the same way as this sequence.
  public func dematerialize() -> Observable<Element.Element> {
    Dematerialize(asObservable())
  }
}

final class DematerializeSink<Input: EventConvertible>: Sink<Input, Input.Element>,
  @unchecked Sendable
{
  override func next(_ element: Input) {
    switch element.event {
    case .next(let element): send(element)
    case .error(let error): sendError(error)
    case .completed: sendCompleted()
    }
  }
}

final class Dematerialize<Input: EventConvertible>: SourceProducer<Input, Input.Element>,
  @unchecked Sendable
{
  override func makeSink(
    _ observer: ObserverBase<Input.Element>, cancel: SinkDisposer
  ) -> Sink<Input, Input.Element> {
    DematerializeSink(observer: observer, cancel: cancel)
  }
}
