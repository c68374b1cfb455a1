/// The base class of most operators: a producer with one main source.
///
/// A subclass creates the sink. The sink's `run(_:)` subscribes to the main source and to all other
/// sources of the operator.
@usableFromInline
class SourceProducer<Input, Output>: Producer<Output>, @unchecked Sendable {
  private let source: Observable<Input>

  init(_ source: Observable<Input>) {
    self.source = source
  }

  final override func run(
    _ observer: ObserverBase<Output>, cancel: SinkDisposer
  ) -> (sink: DisposableObject, subscription: DisposableObject) {
    let sink = makeSink(observer, cancel: cancel)
    return (sink, sink.run(source))
  }

  /// Returns a new sink for one subscription.
  func makeSink(
    _ observer: ObserverBase<Output>, cancel: SinkDisposer
  ) -> Sink<Input, Output> {
    preconditionFailure("\(type(of: self)) must override makeSink(_:cancel:).")
  }
}
