extension ObservableType {
  /// Returns the observable sequence that a closure derives from this sequence. Each subscription
  /// to the result makes one subscription to this sequence.
  ///
  /// Use this function to combine a sequence with itself without subscribing to it twice.
  ///
  /// - Parameters:
  ///   - subjectSelector: A closure that creates the subject of one subscription.
  ///   - selector: A closure that receives a sequence of the subject's events and returns another
  ///     sequence. The result sends the events of the returned sequence.
  /// - Returns: An observable sequence. It ends in the same way as the result of `selector`, or
  ///   fails with an error that either closure throws. Disposing the subscription disposes the
  ///   subscriptions to the result of `selector` and to this sequence.
  public func multicast<Subject: SubjectType, Result>(
    _ subjectSelector: @escaping () throws -> Subject,
    selector: @escaping (Observable<Subject.Element>) throws -> Observable<Result>
  ) -> Observable<Result> where Subject.Observer.Element == Element {
    MulticastSelector(asObservable(), subjectSelector, selector)
  }
}

final class MulticastSelector<Subject: SubjectType, Output>: Producer<Output>,
  @unchecked Sendable
{
  private let source: Observable<Subject.Observer.Element>
  private let subjectSelector: () throws -> Subject
  private let selector: (Observable<Subject.Element>) throws -> Observable<Output>

  init(
    _ source: Observable<Subject.Observer.Element>,
    _ subjectSelector: @escaping () throws -> Subject,
    _ selector: @escaping (Observable<Subject.Element>) throws -> Observable<Output>
  ) {
    self.source = source
    self.subjectSelector = subjectSelector
    self.selector = selector
  }

  override func run(
    _ observer: ObserverBase<Output>, cancel: SinkDisposer
  ) -> (sink: DisposableObject, subscription: DisposableObject) {
    let sink = ForwardingSink<Output>(observer: observer, cancel: cancel)
    do {
      let subject = try subjectSelector()
      let shared = Multicast(source) { subject }
      let subscription = try selector(shared).attach(sink)
      return (sink, BinaryDisposable(subscription, shared.connect().asObject))
    } catch {
      sink.sendError(error)
      return (sink, NopDisposable.shared)
    }
  }
}
