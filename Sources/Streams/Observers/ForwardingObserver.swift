/// An observer that sends its events as those of a sink.
///
/// For a sink that continues with another sequence, whose events it treats differently from those
/// of its source.
final class ForwardingObserver<Input, Output>: ObserverBase<Output>, @unchecked Sendable {
  private let sink: Sink<Input, Output>

  init(_ sink: Sink<Input, Output>) {
    self.sink = sink
  }

  override func next(_ element: Output) { sink.send(element) }
  override func error(_ error: any Error) { sink.sendError(error) }
  override func completed() { sink.sendCompleted() }
}
