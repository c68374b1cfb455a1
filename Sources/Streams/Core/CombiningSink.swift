/// A sink that receives events from several sources, or from a source and a scheduler.
///
/// The gate serializes these events. A `SourceObserver` observes each source other than the main
/// one and handles its events in the gate. The sink enters the gate for all other events it sends.
class CombiningSink<Input, Output>: Sink<Input, Output>, @unchecked Sendable {
  final let gate = SerialGate()

  /// Runs a closure in the gate: immediately, or after the events that are already being handled.
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
/// An operator overrides the three `receive` functions, which do not run concurrently.
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

  /// Handles an element.
  func receive(_ element: Input) {}

  /// Handles the failure. The default implementation sends it.
  func receiveError(_ error: any Error) { sendError(error) }

  /// Handles the completion. The default implementation sends it.
  func receiveCompleted() { sendCompleted() }
}
