package import OwnershipGraph

/// The objects that a root retains, arranged in chains of references. If a finding has no cycle,
/// its trace shows the objects in this order.
package struct RetainedChain {
  /// An object of a chain, and the reference to it from the preceding object. The reference is
  /// `nil` for the first object.
  package struct Step: Equatable {
    package var reference: Int?
    package var node: Int
  }

  /// The chains. No object is in two chains. Chains whose first object has no owner in the graph
  /// come first.
  package let chains: [[Step]]
  /// The other strong references between objects of the chains.
  package let others: [Int]

  /// Returns the task at the end of the first chain; `nil` if the chain does not end with a task.
  /// The task is also the root that retains the first object of the chain.
  package func task(of graph: ObjectGraph) -> Int? {
    chains.first?.last.map(\.node).flatMap { graph.nodes[$0].kind == .task ? $0 : nil }
  }

  /// - Complexity: O(*n* · *e*). The graph is small enough for a person to read.
  package init(of graph: ObjectGraph) {
    let shown = graph.nodes.indices.filter { graph.nodes[$0].role != .context }
    let strong = graph.references.indices.filter {
      graph.references[$0].strength == .strong
        && shown.contains(graph.references[$0].from) && shown.contains(graph.references[$0].to)
    }
    let targets = Set(
      strong.filter { graph.references[$0].from != graph.references[$0].to }
        .map { graph.references[$0].to })
    // An over-retained task comes first: the line at which it waits explains the leak. The runtime
    // retains closures, so the other chains start at closures; the objects that they capture
    // follow.
    let starts = shown.filter { !targets.contains($0) }
    let order =
      starts.filter(graph.isOverRetainedTask) + starts.filter { graph.nodes[$0].kind.isClosure }
      + starts + shown
    var visited: Set<Int> = []
    var passed: Set<Int> = []
    var chains: [[Step]] = []
    for start in order where !visited.contains(start) {
      var chain = [Step(reference: nil, node: start)]
      visited.insert(start)
      var current = start
      while let next = strong.first(where: {
        graph.references[$0].from == current && !visited.contains(graph.references[$0].to)
      }) {
        current = graph.references[next].to
        visited.insert(current)
        passed.insert(next)
        chain.append(Step(reference: next, node: current))
      }
      chains.append(chain)
    }
    self.chains = chains
    others = strong.filter { !passed.contains($0) }
  }
}

extension ObjectGraph {
  /// Returns whether an object is a suspended task that retains other objects of the finding.
  fileprivate func isOverRetainedTask(_ node: Int) -> Bool {
    nodes[node].suspended != nil && nodes[node].role == .held
      && nodes.contains { $0.role == .behind }
  }
}
