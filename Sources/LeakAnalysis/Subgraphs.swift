import OwnershipGraph

/// A type that extracts the parts of a graph that findings show.
struct Subgraphs {
  let graph: ObjectGraph

  /// Returns a graph of the given nodes and the references between them, in the order of the whole
  /// graph.
  ///
  /// - Parameter role: The role of the nodes that are not members.
  func part(
    members: Set<GraphNode>, others: Set<GraphNode>, role: ObjectGraph.Role
  ) -> ObjectGraph {
    var part = ObjectGraph()
    var nodeOf: [GraphNode: GraphNode] = [:]
    for node in members.union(others).sorted() {
      var copy = graph[node]
      copy.role = members.contains(node) ? .cycle : role
      nodeOf[node] = part.append(copy)
    }
    part.references = graph.references.compactMap { reference in
      guard let from = nodeOf[reference.source], let to = nodeOf[reference.target] else {
        return nil
      }
      return reference.moved(from: from, to: to)
    }
    return part
  }

  /// Returns the graph of a leaked cycle. It contains the members, the objects that the cycle keeps
  /// alive, and the function values between these objects. It also contains those of `holders` that
  /// retain one of these objects.
  func cycle(
    members: Set<GraphNode>, behind: Set<GraphNode>, holders: Set<GraphNode>
  ) -> ObjectGraph {
    let closed = members.union(functions(between: members))
    let leaked = closed.union(behind)
    var part = part(
      members: closed, others: leaked.union(functions(between: leaked)).subtracting(closed),
      role: .behind)
    addHolders(holders.subtracting(leaked), of: leaked, to: &part)
    return part
  }

  /// Returns the function values that lie between two of the objects: one object refers to the
  /// function value, and the function value captures the other. Both may be the same object.
  func functions(between objects: Set<GraphNode>) -> Set<GraphNode> {
    let entered = Set(graph.references.lazy.filter { objects.contains($0.source) }.map(\.target))
    return Set(
      graph.references.lazy.filter { reference in
        graph[reference.source].kind == .function && entered.contains(reference.source)
          && objects.contains(reference.target)
      }.map(\.source))
  }

  /// Adds the holders that retain an object of the finding. Holders are leaked objects of other
  /// findings.
  private func addHolders(
    _ holders: Set<GraphNode>, of leaked: Set<GraphNode>, to part: inout ObjectGraph
  ) {
    var nodeOf: [String: GraphNode] = [:]
    for (index, node) in part.nodes.enumerated() { nodeOf[node.id] = GraphNode(index) }
    let ways = functions(between: holders.union(leaked)).filter { [nodeOf] function in
      !leaked.contains(function) && nodeOf[graph[function].id] == nil
    }
    let held = self.part(members: leaked, others: holders.union(ways), role: .context)
    for reference in held.references where held[reference.source].role == .context {
      let (from, to) = (held[reference.source], held[reference.target])
      guard reference.strength == .strong, to.role != .context || to.kind == .function else {
        continue
      }
      part.add(reference, from: from, to: to, &nodeOf)
    }
  }
}

extension ObjectGraph {
  /// Adds a reference between two nodes, and the nodes themselves if they are missing.
  ///
  /// - Parameter nodeOf: The nodes of this graph by id.
  fileprivate mutating func add(
    _ reference: Reference, from: Node, to: Node, _ nodeOf: inout [String: GraphNode]
  ) {
    func index(of node: Node) -> GraphNode {
      if let known = nodeOf[node.id] { return known }
      let added = append(node)
      nodeOf[node.id] = added
      return added
    }
    let source = index(of: from)
    references.append(reference.moved(from: source, to: index(of: to)))
  }

  /// Removes references that duplicate function values.
  ///
  /// An object that stores a function value contains the address of the function's context. This
  /// word may have been read twice: as part of the function value, and by scanning. If the graph
  /// shows the function value, references from the object to the context that were found by
  /// scanning are removed.
  mutating func removeWordsReadByType() {
    guard references.contains(where: { $0.evidence == .scanned }) else { return }
    var contexts: [Int: [Int]] = [:]
    for reference in references where nodes[reference.from].kind == .function {
      contexts[reference.from, default: []].append(reference.to)
    }
    var seen = Set<[Int]>()
    for reference in references {
      for context in contexts[reference.to] ?? [] { seen.insert([reference.from, context]) }
    }
    references.removeAll { $0.evidence == .scanned && seen.contains([$0.from, $0.to]) }
  }
}
