import OwnershipGraph

/// Extracts the parts of a graph that findings show.
struct Subgraphs {
  let graph: ObjectGraph

  /// Returns the given nodes and the references between them, in the order of the whole graph.
  ///
  /// - Parameter role: The role of the nodes that are not members.
  func part(members: Set<Int>, others: Set<Int>, role: ObjectGraph.Role) -> ObjectGraph {
    var part = ObjectGraph()
    var indexOf: [Int: Int] = [:]
    for node in members.union(others).sorted() {
      indexOf[node] = part.nodes.count
      var copy = graph.nodes[node]
      copy.role = members.contains(node) ? .cycle : role
      part.nodes.append(copy)
    }
    part.references = graph.references.compactMap { reference in
      guard let from = indexOf[reference.from], let to = indexOf[reference.to] else { return nil }
      var copy = reference
      copy.from = from
      copy.to = to
      return copy
    }
    return part
  }

  /// Returns a cycle with the objects behind it, the function values between them, and the leaked
  /// objects outside it that retain some of them.
  func cycle(members: Set<Int>, behind: Set<Int>, holders: Set<Int>) -> ObjectGraph {
    let closed = members.union(functions(between: members))
    let leaked = closed.union(behind)
    var part = part(
      members: closed, others: leaked.union(functions(between: leaked)).subtracting(closed),
      role: .behind)
    addHolders(holders.subtracting(leaked), of: leaked, to: &part)
    return part
  }

  /// Returns the function values between two of the objects.
  func functions(between objects: Set<Int>) -> Set<Int> {
    let entered = Set(graph.references.lazy.filter { objects.contains($0.from) }.map(\.to))
    return Set(
      graph.references.lazy.filter { reference in
        graph.nodes[reference.from].kind == .function && entered.contains(reference.from)
          && objects.contains(reference.to)
      }.map(\.from))
  }

  /// Adds the leaked objects outside the finding that retain one of these.
  private func addHolders(
    _ holders: Set<Int>, of leaked: Set<Int>, to part: inout ObjectGraph
  ) {
    var indexOf: [String: Int] = [:]
    for (index, node) in part.nodes.enumerated() { indexOf[node.id] = index }
    let ways = functions(between: holders.union(leaked)).filter { [indexOf] function in
      !leaked.contains(function) && indexOf[graph.nodes[function].id] == nil
    }
    let held = self.part(members: leaked, others: holders.union(ways), role: .context)
    for reference in held.references where held.nodes[reference.from].role == .context {
      let (from, to) = (held.nodes[reference.from], held.nodes[reference.to])
      guard reference.strength == .strong, to.role != .context || to.kind == .function else {
        continue
      }
      part.add(reference, from: from, to: to, &indexOf)
    }
  }
}

extension ObjectGraph {
  /// Adds a reference between two nodes, and its nodes if they are missing.
  ///
  /// - Parameter indexOf: The index of each node by its id.
  fileprivate mutating func add(
    _ reference: Reference, from: Node, to: Node, _ indexOf: inout [String: Int]
  ) {
    for node in [from, to] where indexOf[node.id] == nil {
      indexOf[node.id] = nodes.count
      nodes.append(node)
    }
    var copy = reference
    copy.from = indexOf[from.id] ?? copy.from
    copy.to = indexOf[to.id] ?? copy.to
    references.append(copy)
  }

  /// Removes references from untyped words that are contexts of function values which were read by
  /// type: these functions are objects of their own in the graph.
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
