/// An observer that sends its events as events of a sink.
///
/// This is for a sink that continues with another sequence, and treats events of that sequence
/// differently from events of its source.
final class ForwardingObserver<Input, Output>: ObserverBase<Output>, @unchecked Sendable {
  private let sink: Sink<Input, Output>

  init(_ sink: Sink<Input, Output>) {
    self.sink = sink
  }

  override func next(_ element: Output) { sink.send(element) }
  override func error(_ error: any Error) { sink.sendError(error) }
  override func completed() { sink.sendCompleted() }
}
