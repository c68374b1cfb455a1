extension ObservableType {
  /// Returns an observable sequence that sends the events of only one of several sequences: the
  /// first that sends an event.
  ///
  /// - Parameter sequence: The sequences. If there are none, the result sends nothing and does not
  ///   end.
  /// - Returns: An observable sequence. When one sequence sends its first event, the subscriptions
  ///   to the others are disposed. The result completes or fails when the remaining sequence does.
  public static func amb<Sources: Sequence>(_ sequence: Sources) -> Observable<Element>
  where Sources.Element == Observable<Element> {
    sequence.reduce(.never()) { $0.amb($1) }
  }

  /// Returns an observable sequence that sends the events of either this sequence or another one,
  /// whichever sends an event first.
  ///
  /// - Parameter right: The other sequence. It is subscribed to after this sequence, unless this
  ///   sequence has already sent an event.
  /// - Returns: An observable sequence. When one sequence sends its first event, the subscription
  ///   to the other is disposed. The result completes or fails when the remaining sequence does.
  public func amb<O2: ObservableType>(_ right: O2) -> Observable<Element>
  where O2.Element == Element {
    Amb(asObservable(), right.asObservable())
  }
}

final class AmbSink<Element>: CombiningSink<Element, Element>, @unchecked Sendable {
  /// The observers that may still receive events: both until the first event, then the one that
  /// received it. After `dispose()`, the array is empty.
  private var candidates: [AmbObserver<Element>] = []

  func run(_ left: Observable<Element>, _ right: Observable<Element>) -> DisposableObject {
    let (first, second) = (AmbObserver(self), AmbObserver(self))
    candidates = [first, second]
    first.subscribe(to: left)
    // The right source is not subscribed to if the left source has already sent an event.
    if !second.isOver { second.subscribe(to: right) }
    return BinaryDisposable(first, second)
  }

  /// Selects the observer whose events are sent: the one that calls this function first. The first
  /// call disposes the other observer.
  ///
  /// - Returns: Whether the observer is the selected one.
  fileprivate func select(_ observer: AmbObserver<Element>) -> Bool {
    guard candidates.count > 1 else { return candidates.first === observer }
    for other in candidates where other !== observer { other.dispose() }
    candidates = [observer]
    return true
  }

  override func dispose() {
    super.dispose()
    inTurn { [self] in candidates = [] }
  }
}

final class AmbObserver<Element>: SourceObserver<Element>, @unchecked Sendable {
  private let parent: AmbSink<Element>

  init(_ parent: AmbSink<Element>) {
    self.parent = parent
    super.init(gate: parent.gate)
  }

  override func receive(_ element: Element) {
    if parent.select(self) { parent.send(element) }
  }

  override func receiveError(_ error: any Error) {
    if parent.select(self) { parent.sendError(error) }
  }

  override func receiveCompleted() {
    if parent.select(self) { parent.sendCompleted() }
  }
}

final class Amb<Element>: Producer<Element>, @unchecked Sendable {
  private let left: Observable<Element>
  private let right: Observable<Element>

  init(_ left: Observable<Element>, _ right: Observable<Element>) {
    self.left = left
    self.right = right
  }

  override func run(
    _ observer: ObserverBase<Element>, cancel: SinkDisposer
  ) -> (sink: DisposableObject, subscription: DisposableObject) {
    let sink = AmbSink(observer: observer, cancel: cancel)
    return (sink, sink.run(left, right))
  }
}
