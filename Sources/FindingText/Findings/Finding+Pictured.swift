package import Findings
package import OwnershipGraph

extension Finding {
  /// A copy of the finding in which the roots are nodes of the graph, so that a picture shows them.
  ///
  /// In the copy, every root refers to the first object of the graph's first ``RetainedChain``. A
  /// root that is a task in the graph gets no second node. Objects and references keep their
  /// indices; new objects and references are appended.
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
  /// A Boolean value indicating whether pictures show a cycle. If no object has the role `cycle`,
  /// an owner outside the graph retains the objects: even if they also retain each other, breaking
  /// that cycle would not release them.
  private var showsCycle: Bool { nodes.contains { $0.role == .cycle } }

  /// Returns the indices of the references that pictures show as parts of a cycle.
  package func shownCycleReferences() -> [Int] { showsCycle ? cycleReferences() : [] }

  /// Returns the members of each cycle that pictures show, as indices of ``nodes``.
  package func shownCycleMemberLists() -> [[Int]] { showsCycle ? cycleMemberLists() : [] }

  /// The explanation of the orange objects in a picture, which have the role `behind`.
  package var behindDescription: String {
    showsCycle ? "retained by the cycle" : "retained indirectly"
  }

  /// Returns the explanation of the gray objects in a picture: `retains the others` if all of them
  /// are roots, otherwise `context`.
  package func contextDescription(of shown: some Sequence<Int>) -> String {
    let gray = shown.filter { nodes[$0].role == .context }
    return gray.allSatisfy { nodes[$0].kind == .root } ? "retains the others" : "context"
  }
}
