import OwnershipGraph

// Calls of a dependency's functions, which make a closure of the dependency retain an argument.
extension BreakAdvice {
  /// Returns the call in the program that made a closure of a dependency capture an object of the
  /// program. Returns `nil` if the reference is not such a capture, if the call is unknown, or if
  /// the capture is ended by other means: with the subscription, or by a call in ``LibraryCall``.
  static func callRetaining(
    _ reference: ObjectGraph.Reference, in graph: ObjectGraph, _ origins: CodeOrigins
  ) -> StackFrame? {
    let (source, target) = (graph.nodes[reference.from], graph.nodes[reference.to])
    guard source.kind.isClosure, origins.origin(of: source) == .dependency,
      origins.isProgram(target),
      [.classInstance, .actor].contains(target.kind),
      LibraryCall.ending(reference, in: graph) == nil
    else { return nil }
    return isSubscription(graph) ? nil : source.call
  }

  /// Returns the edit that replaces the call of the function whose closure captures an object:
  /// `use a closure that captures Totals weakly, in place of Observable.assign(to:_:)`.
  static func replacingCall(_ closure: ObjectGraph.Node, _ target: ObjectGraph.Node) -> String {
    let function = closure.type.split(separator: " in ").last ?? ""
    return "use a closure that captures \(target.type) weakly, in place of \(function)"
  }
}
