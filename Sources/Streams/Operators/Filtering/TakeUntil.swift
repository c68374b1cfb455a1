extension ObservableType {
  /// Returns an observable sequence that sends the elements of this sequence until another sequence
  /// sends an element.
  ///
  /// - Parameter other: The trigger, which is subscribed to first. Its completion has no effect.
  /// - Returns: An observable sequence. It completes at the first element of the trigger, fails
  ///   when the trigger fails, and otherwise ends in the same way as this sequence. Both
  ///   subscriptions are disposed when the result ends.
  public func take<Source: ObservableType>(until other: Source) -> Observable<Element> {
    TakeUntil(asObservable(), other.asObservable())
  }
}

final class TakeUntilSink<Element, Other>: SerialSink<Element, Element>, @unchecked Sendable {
  private let other: Observable<Other>

  init(
    _ other: Observable<Other>, observer: ObserverBase<Element>, cancel: SinkDisposer
  ) {
    self.other = other
    super.init(observer: observer, cancel: cancel)
  }

  override func run(_ source: Observable<Element>) -> DisposableObject {
    let observer = TakeUntilObserver(self)
    observer.subscribe(to: other)
    return BinaryDisposable(isSilent ? NopDisposable.shared : source.attach(self), observer)
  }

  override func receive(_ element: Element) { send(element) }
}

final class TakeUntil<Element, Other>: SourceProducer<Element, Element>, @unchecked Sendable {
  private let other: Observable<Other>

  init(_ source: Observable<Element>, _ other: Observable<Other>) {
    self.other = other
    super.init(source)
  }

  override func makeSink(
    _ observer: ObserverBase<Element>, cancel: SinkDisposer
  ) -> Sink<Element, Element> {
    TakeUntilSink(other, observer: observer, cancel: cancel)
  }
}

final class TakeUntilObserver<Element, Other>: SourceObserver<Other>, @unchecked Sendable {
  private let parent: TakeUntilSink<Element, Other>

  init(_ parent: TakeUntilSink<Element, Other>) {
    self.parent = parent
    super.init(gate: parent.gate)
  }

  override func receive(_ element: Other) { parent.sendCompleted() }

  override func receiveError(_ error: any Error) { parent.sendError(error) }
}
