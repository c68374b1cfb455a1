/// A producer with one main source: the usual operator.
///
/// A subclass only says which sink it makes; the sink says in `run(_:)` what is subscribed
/// to beside the source.
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

  /// Makes the sink of one subscription.
  func makeSink(
    _ observer: ObserverBase<Output>, cancel: SinkDisposer
  ) -> Sink<Input, Output> {
    preconditionFailure("\(type(of: self)) does not make a sink.")
  }
}
