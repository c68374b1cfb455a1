extension ObservableType {
  /// Returns an observable sequence that sends the latest element of this sequence each time
  /// another sequence sends an element.
  ///
  /// Each element is sent at most once. The completion of `sampler` has the same effect as one of
  /// its elements.
  ///
  /// - Parameters:
  ///   - sampler: The sequence whose elements determine when an element is sent.
  ///   - defaultValue: The element that is sent if this sequence has sent no element since the
  ///     previous sample. If it is `nil`, nothing is sent.
  /// - Returns: An observable sequence. It fails as soon as either sequence fails. It completes
  ///   only if `sampler` sends an element or completes after this sequence has completed.
  /// - Note: Disposing the subscription disposes the subscriptions to both sequences and releases
  ///   the latest element.
  public func sample<Source: ObservableType>(
    _ sampler: Source, defaultValue: Element? = nil
  ) -> Observable<Element> {
    Sample(asObservable(), sampler.asObservable(), defaultValue)
  }
}

final class SampleSink<Element, Other>: SerialSink<Element, Element>, @unchecked Sendable {
  private let sampler: Observable<Other>
  private let defaultValue: Element?
  private var latest: Element?
  private var sourceStopped = false

  init(
    _ sampler: Observable<Other>, _ defaultValue: Element?,
    observer: ObserverBase<Element>, cancel: SinkDisposer
  ) {
    self.sampler = sampler
    self.defaultValue = defaultValue
    super.init(observer: observer, cancel: cancel)
  }

  override func run(_ source: Observable<Element>) -> DisposableObject {
    let subscription = source.attach(self)
    let observer = SampleObserver(self)
    observer.subscribe(to: sampler)
    return BinaryDisposable(subscription, observer)
  }

  override func receive(_ element: Element) {
    latest = element
  }

  override func receiveCompleted() {
    sourceStopped = true
  }

  /// Sends the latest element if it has not been sent yet, or else the default value, if there is
  /// one. Then sends the completion if the source has completed.
  fileprivate func sampleNow() {
    if let element = latest ?? defaultValue {
      latest = nil
      send(element)
    }
    if sourceStopped { sendCompleted() }
  }
}

final class Sample<Element, Other>: SourceProducer<Element, Element>, @unchecked Sendable {
  private let sampler: Observable<Other>
  private let defaultValue: Element?

  init(_ source: Observable<Element>, _ sampler: Observable<Other>, _ defaultValue: Element?) {
    self.sampler = sampler
    self.defaultValue = defaultValue
    super.init(source)
  }

  override func makeSink(
    _ observer: ObserverBase<Element>, cancel: SinkDisposer
  ) -> Sink<Element, Element> {
    SampleSink(sampler, defaultValue, observer: observer, cancel: cancel)
  }
}

final class SampleObserver<Element, Other>: SourceObserver<Other>, @unchecked Sendable {
  private let parent: SampleSink<Element, Other>

  init(_ parent: SampleSink<Element, Other>) {
    self.parent = parent
    super.init(gate: parent.gate)
  }

  override func receive(_ element: Other) { parent.sampleNow() }

  override func receiveError(_ error: any Error) { parent.sendError(error) }

  override func receiveCompleted() { parent.sampleNow() }
}
