extension ObservableType {
  /// A sequence of the latest of this one's elements, whenever another sends one.
  ///
  /// Between two of the sampler's elements nothing is sent twice; if there was nothing, the
  /// default value is sent, if there is one. The sampler's completion counts as one element
  /// more.
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
  private let sourceSubscription = SingleAssignmentDisposable()

  init(
    _ sampler: Observable<Other>, _ defaultValue: Element?,
    observer: ObserverBase<Element>, cancel: SinkDisposer
  ) {
    self.sampler = sampler
    self.defaultValue = defaultValue
    super.init(observer: observer, cancel: cancel)
  }

  override func run(_ source: Observable<Element>) -> DisposableObject {
    sourceSubscription.set(source.attach(self))
    let observer = SampleObserver(self)
    observer.subscribe(to: sampler)
    return BinaryDisposable(sourceSubscription, observer)
  }

  override func receive(_ element: Element) {
    latest = element
  }

  override func receiveCompleted() {
    sourceStopped = true
    sourceSubscription.dispose()
  }

  /// Sends the latest element, or the default value if there is none.
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
