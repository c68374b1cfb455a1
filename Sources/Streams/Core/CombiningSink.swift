/// A sink that receives events from several sources, or from a source and a scheduler.
///
/// A `SerialGate` serializes these events. By default, the sink passes the failure or completion of
/// its main source to the gate, and a `SerialSink` also passes the elements. Each further source
/// has a `SourceObserver`, which by default passes all events of that source to the gate.
class CombiningSink<Input, Output>: Sink<Input, Output>, @unchecked Sendable {
  final let gate = SerialGate()

  /// Runs a closure in the gate: immediately if the gate is free, otherwise after earlier events.
  final func inTurn(_ body: @escaping () -> Void) {
    gate.perform(body)
  }

  override func error(_ error: any Error) {
    inTurn { [self] in sendError(error) }
  }

  override func completed() {
    inTurn { [self] in sendCompleted() }
  }
}

/// A combining sink that handles every event of its main source in the gate.
///
/// A subclass overrides some of the `receive` functions, which never run at the same time.
class SerialSink<Input, Output>: CombiningSink<Input, Output>, @unchecked Sendable {
  final override func next(_ element: Input) {
    if gate.enter() {
      receive(element)
      gate.leave()
    } else {
      gate.enqueue { [self] in receive(element) }
    }
  }

  final override func error(_ error: any Error) {
    inTurn { [self] in receiveError(error) }
  }

  final override func completed() {
    inTurn { [self] in receiveCompleted() }
  }

  /// Handles an element of the main source.
  func receive(_ element: Input) {}

  /// Handles the failure of the main source. The default implementation sends it.
  func receiveError(_ error: any Error) { sendError(error) }

  /// Handles the completion of the main source. The default implementation sends it.
  func receiveCompleted() { sendCompleted() }
}
