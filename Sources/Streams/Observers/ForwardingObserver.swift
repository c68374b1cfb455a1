/// An observer that passes every event that it receives to the observer of a sink.
///
/// It is used by a sink that continues with another sequence and handles the events of its main
/// source differently.
final class ForwardingObserver<Input, Output>: ObserverBase<Output>, @unchecked Sendable {
  private let sink: Sink<Input, Output>

  init(_ sink: Sink<Input, Output>) {
    self.sink = sink
  }

  override func next(_ element: Output) { sink.send(element) }
  override func error(_ error: any Error) { sink.sendError(error) }
  override func completed() { sink.sendCompleted() }
}
