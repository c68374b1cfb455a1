/// An observer that passes every event to the `send` functions of a sink.
///
/// A sink uses it to subscribe to another sequence, for example the sequence with which `catch`
/// continues. The sink itself observes its main source.
final class ForwardingObserver<Input, Output>: ObserverBase<Output>, @unchecked Sendable {
  private let sink: Sink<Input, Output>

  init(_ sink: Sink<Input, Output>) {
    self.sink = sink
  }

  override func next(_ element: Output) { sink.send(element) }
  override func error(_ error: any Error) { sink.sendError(error) }
  override func completed() { sink.sendCompleted() }
}
