extension ObservableType {
  /// Returns an observable sequence that continues with another sequence if this sequence completes
  /// without an element.
  ///
  /// - Parameter other: The sequence to continue with.
  /// - Returns: An observable sequence. It ends in the same way as this sequence or, if it
  ///   continues with `other`, in the same way as `other`.
  public func ifEmpty(switchTo other: Observable<Element>) -> Observable<Element> {
    SwitchIfEmpty(asObservable(), other)
  }
}

final class SwitchIfEmptySink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let other: Observable<Element>
  private let subscription = SerialDisposable()
  private var isEmpty = true

  init(_ other: Observable<Element>, observer: ObserverBase<Element>, cancel: SinkDisposer) {
    self.other = other
    super.init(observer: observer, cancel: cancel)
  }

  override func run(_ source: Observable<Element>) -> DisposableObject {
    let first = SingleAssignmentDisposable()
    subscription.replace(with: first)
    first.set(source.attach(self))
    return subscription
  }

  override func next(_ element: Element) {
    isEmpty = false
    send(element)
  }

  override func completed() {
    guard isEmpty else { return sendCompleted() }
    let disposable = SingleAssignmentDisposable()
    subscription.replace(with: disposable)
    disposable.set(other.attach(ForwardingObserver(self)))
  }
}

final class SwitchIfEmpty<Element>: SourceProducer<Element, Element>, @unchecked Sendable {
  private let other: Observable<Element>

  init(_ source: Observable<Element>, _ other: Observable<Element>) {
    self.other = other
    super.init(source)
  }

  override func makeSink(
    _ observer: ObserverBase<Element>, cancel: SinkDisposer
  ) -> Sink<Element, Element> {
    SwitchIfEmptySink(other, observer: observer, cancel: cancel)
  }
}
