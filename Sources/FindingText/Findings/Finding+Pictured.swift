package import Findings
package import OwnershipGraph

extension Finding {
  /// The finding with its roots as nodes of the graph, for a picture.
  ///
  /// Each root retains the object at the start of the first chain; see ``RetainedChain``. A task
  /// that is already in the graph is not added as a root. Objects and references keep their
  /// indices; added ones come last.
  package var pictured: Finding {
    guard !roots.isEmpty else { return self }
    let trace = RetainedChain(of: graph)
    let starts = trace.chains.prefix(1).compactMap(\.first?.node)
    var pictured = self
    if let task = trace.task(of: graph) {
      pictured.graph.references += starts.filter { $0 != task }.map {
        ObjectGraph.Reference(from: task, to: $0, label: "retains")
      }
    }
    for root in roots.dropFirst(trace.task(of: graph) == nil ? 0 : 1) {
      pictured.graph.nodes.append(
        ObjectGraph.Node(id: root, type: root, kind: .root, role: .context))
      let index = pictured.graph.nodes.count - 1
      pictured.graph.references += starts.map {
        ObjectGraph.Reference(from: index, to: $0, label: "retains")
      }
    }
    return pictured
  }
}

extension ObjectGraph {
  /// Returns the words for the objects in gray: neighbors, or outside owners of the other objects.
  package func contextWords(for shown: some Sequence<Int>) -> String {
    let grey = shown.filter { nodes[$0].role == .context }
    return grey.allSatisfy { nodes[$0].kind == .root } ? "retains the others" : "context"
  }
}
