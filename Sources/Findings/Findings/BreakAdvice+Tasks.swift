import OwnershipGraph

extension BreakAdvice {
  /// Returns the edit that breaks a reference from a suspended task of the program to an object or
  /// closure of the program, and the location of the edit; `nil` for any other reference.
  ///
  /// Usually, the task refers to the object because a closure captured the object, and the edit
  /// changes this capture. The closure is the task's own, or a closure that the task's own closure
  /// captures, for example to call it.
  static func editOfSuspendedTask(
    _ reference: ObjectGraph.Reference, in graph: ObjectGraph, _ origins: CodeOrigins
  ) -> (text: String, location: SourceLocation?)? {
    let (source, target) = (graph.nodes[reference.from], graph.nodes[reference.to])
    guard let code = source.suspended, origins.isProgram(target), source.isProgramTask
    else { return nil }
    if target.kind.isClosure {
      return ("end the task when the object is done, in \(code.function)", code.location)
    }
    if let index = graph.captureByCalledClosure(of: reference) {
      let captured = graph.references[index]
      return (capture(captured, in: graph), graph.nodes[captured.from].location)
    }
    if graph.isCapturedWeakly(reference.to, by: code) {
      // If a function that the closure calls waits, the line belongs to that function, so the edit
      // of the closure does not name the line.
      let line = code.method == nil ? code.suspension?.line : nil
      let wait = line.map { "the await at line \($0)" } ?? "an await"
      return ("keep no strong reference across \(wait), in \(code.function)", code.location)
    }
    let type = target.type
    let isSelf = code.function.hasSuffix(" in \(type)") || code.function.contains(" in \(type).")
    let list = isSelf ? "[weak self]" : "[weak …], the captured \(type)"
    return ("\(list), in \(code.function)", code.location)
  }
}
