extension ObjectGraph {
  /// The object with this index.
  package subscript(node: GraphNode) -> Node {
    get { nodes[node.index] }
    // The node is modified in place, because a copy would retain all strings of the node.
    _modify { yield &nodes[node.index] }
  }

  /// Appends an object and returns its index.
  package mutating func append(_ node: Node) -> GraphNode {
    nodes.append(node)
    return GraphNode(nodes.count - 1)
  }
}

extension ObjectGraph.Reference {
  /// The referring object.
  package var source: GraphNode { GraphNode(from) }

  /// The referenced object.
  package var target: GraphNode { GraphNode(to) }

  package init(
    from source: GraphNode, to target: GraphNode, label: String, strength: Strength = .strong,
    evidence: Evidence = .typed, declaration: Declaration? = nil,
    sourceLabel: String? = nil
  ) {
    self.init(
      from: source.index, to: target.index, label: label, strength: strength, evidence: evidence,
      declaration: declaration, sourceLabel: sourceLabel)
  }

  /// Returns a copy of the reference for another graph, between the given nodes of that graph.
  package func moved(from source: GraphNode, to target: GraphNode) -> Self {
    var copy = self
    copy.from = source.index
    copy.to = target.index
    return copy
  }
}
