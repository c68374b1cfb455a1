extension ObservableType {
  /// Returns an observable sequence of the elements that this sequence sends after another sequence
  /// has sent an element.
  ///
  /// - Parameter other: The trigger. The subscription to it is disposed after its first element.
  ///   Its completion has no effect.
  /// - Returns: An observable sequence. It fails when either sequence fails. When this sequence
  ///   completes, the result completes if the trigger has sent an element. If the trigger has sent
  ///   none, both subscriptions are disposed, and the result never ends.
  public func skip<Source: ObservableType>(until other: Source) -> Observable<Element> {
    SkipUntil(asObservable(), other.asObservable())
  }
}

final class SkipUntilSink<Element, Other>: SerialSink<Element, Element>, @unchecked Sendable {
  private let other: Observable<Other>
  fileprivate var isSending = false

  init(
    _ other: Observable<Other>, observer: ObserverBase<Element>, cancel: SinkDisposer
  ) {
    self.other = other
    super.init(observer: observer, cancel: cancel)
  }

  override func run(_ source: Observable<Element>) -> DisposableObject {
    let observer = SkipUntilObserver(self)
    let subscription = source.attach(self)
    observer.subscribe(to: other)
    return BinaryDisposable(subscription, observer)
  }

  override func receive(_ element: Element) {
    if isSending { send(element) }
  }

  override func receiveCompleted() {
    if isSending { sendCompleted() }
    dispose()
  }
}

final class SkipUntil<Element, Other>: SourceProducer<Element, Element>, @unchecked Sendable {
  private let other: Observable<Other>

  init(_ source: Observable<Element>, _ other: Observable<Other>) {
    self.other = other
    super.init(source)
  }

  override func makeSink(
    _ observer: ObserverBase<Element>, cancel: SinkDisposer
  ) -> Sink<Element, Element> {
    SkipUntilSink(other, observer: observer, cancel: cancel)
  }
}

final class SkipUntilObserver<Element, Other>: SourceObserver<Other>, @unchecked Sendable {
  private let parent: SkipUntilSink<Element, Other>

  init(_ parent: SkipUntilSink<Element, Other>) {
    self.parent = parent
    super.init(gate: parent.gate)
  }

  override func receive(_ element: Other) {
    parent.isSending = true
    dispose()
  }

  override func receiveError(_ error: any Error) { parent.sendError(error) }
}
