/// Sends what it receives on as what a sink sends.
///
/// For a sink that goes on with another sequence and handles that one's events otherwise
/// than those of its source.
final class ForwardingObserver<Input, Output>: ObserverBase<Output>, @unchecked Sendable {
  private let sink: Sink<Input, Output>

  init(_ sink: Sink<Input, Output>) {
    self.sink = sink
  }

  override func next(_ element: Output) { sink.send(element) }
  override func error(_ error: any Error) { sink.sendError(error) }
  override func completed() { sink.sendCompleted() }
}
