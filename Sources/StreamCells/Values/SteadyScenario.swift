/// The sequence of events in a matrix cell that checks what a live stream retains.
enum SteadyScenario: String, CaseIterable, Sendable {
  /// Both streams send elements.
  case steady
  /// The first stream fails before each round of elements. Only operators that handle errors
  /// continue.
  case steadyAfterErrors
  /// The first stream has completed, and the second sends elements.
  case steadyAfterCompletion
  /// The cell repeatedly subscribes, sends events, and disposes the subscription.
  case steadyAfterDisposals
}
