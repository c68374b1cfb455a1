package import Findings

extension Finding {
  /// The subject of the finding in a few words: `SinkDisposer ⇄ AnonymousObservableSink`.
  ///
  /// The title of a cycle contains its types in the order of the trace. Any other title contains
  /// the types of the retained objects.
  package var title: String {
    let types = titleTypes
    guard let trace = cycleTrace else {
      return Self.shortened(types, joinedBy: ", ")
    }
    let members = trace.steps.reduce(0) { $0 + ($1.partner == nil ? 1 : 2) }
    if members == 1 { return "\(types[0]) ⟲" }
    if types.count == 2, members == 2 { return "\(types[0]) ⇄ \(types[1])" }
    return Self.shortened(types, joinedBy: " → ")
  }

  /// The types in the order of ``title``, each once. The title contains the first three of them.
  package var titleTypes: [String] {
    guard let trace = cycleTrace else {
      guard rule == .heldByRuntime else { return ReportVocabulary.types(of: self) }
      // If the runtime retains objects of the program, the title contains only their types.
      let origins = CodeOrigins()
      let own = graph.nodes.filter { origins.isProgram($0) && !$0.kind.isClosure }
      return own.isEmpty ? ReportVocabulary.types(of: self) : own.map(\.type).uniqued()
    }
    let nodes = trace.steps.flatMap { [$0.node, $0.partner?.node].compactMap { $0 } }
    // A cycle of two objects has no direction. Its objects are listed in the order of the graph, so
    // that equal cycles get equal names.
    return (nodes.count == 2 ? nodes.sorted() : nodes).map { graph.nodes[$0].type }.uniqued()
  }

  private static func shortened(_ types: [String], joinedBy separator: String) -> String {
    let limit = 3
    let shown = types.prefix(limit).map { $0.count > 60 ? $0.prefix(59) + "…" : $0 }
    return shown.joined(separator: separator)
      + (types.count > limit ? "\(separator)… \(types.count - limit) more" : "")
  }
}
