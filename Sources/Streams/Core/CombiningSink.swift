/// A sink that several sources send to, or a source and a scheduler.
///
/// What they send meets in the gate. The sources are observed by `SourceObserver`s, which
/// pass it by themselves; the rest goes through `inTurn(_:)`.
class CombiningSink<Input, Output>: Sink<Input, Output>, @unchecked Sendable {
  final let gate = SerialGate()

  /// Runs a closure alone among all that happens to this sink.
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

/// A combining sink whose main source passes the gate with every event.
///
/// An operator overrides the three `receive` functions, which run alone.
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

  /// Handles the failure; sends it on unless overridden.
  func receiveError(_ error: any Error) { sendError(error) }

  /// Handles the successful end; sends it on unless overridden.
  func receiveCompleted() { sendCompleted() }
}
