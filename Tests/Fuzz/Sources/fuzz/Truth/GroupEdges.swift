/// A reference between two nodes of a group.
struct Edge: Hashable, Sendable {
  enum Strength: Sendable {
    /// A retaining reference in memory of a known type.
    case typed
    /// A retaining reference in memory of a library whose layout an analysis may know.
    case concealed
    /// A retaining reference in memory that only a scan can read.
    case untyped
    /// A reference that does not retain its target, in memory of a known type.
    case nonOwning
    /// An untyped word that does not retain its target, or an `Unmanaged` field, which may retain
    /// it.
    case possible
  }

  var from: Int
  /// The index of the field in the class of the node that contains the reference.
  var field: Int
  var to: Int
  var strength: Strength

  var isOwning: Bool { strength == .typed || isScanned }

  /// A Boolean value indicating whether an analysis may have to search untyped memory for the
  /// reference.
  var isScanned: Bool { strength == .concealed || strength == .untyped }
}

extension ObjectGroup {
  /// The references between the group's nodes after the group is built.
  var edges: [Edge] {
    var edges: [Edge] = []
    for (from, node) in nodes.enumerated() {
      for (fieldIndex, value) in node.values.enumerated() {
        guard let value else { continue }
        let field = classes[node.classIndex].fields[fieldIndex]
        func add(_ to: Int, _ strength: Edge.Strength) {
          edges.append(Edge(from: from, field: fieldIndex, to: to, strength: strength))
        }
        for (leaf, to) in zip(field.shape.leaves, value.targets) {
          add(to, strength(of: leaf, in: field))
        }
        if let stale = value.stale { add(stale, field.form.isUntyped ? .possible : .nonOwning) }
        if field.form.retainsOwner { add(from, .untyped) }
      }
    }
    return edges
  }

  /// The targets of the values in memory without a type whose unused bytes may contain words of a
  /// value that another instance built before, in the same part of the stack.
  var targetsOfStrayWords: Set<Int> {
    Set(
      edges.lazy.filter { edge in
        let field = classes[nodes[edge.from].classIndex].fields[edge.field]
        return edge.isScanned && field.form.hasNoType && field.shape.hasUnusedBytes
      }.map(\.to))
  }

  private func strength(of leaf: Leaf, in field: Field) -> Edge.Strength {
    if leaf.isOwning && field.form.isOwning {
      return field.form.hasNoType ? .untyped : field.form.isUntyped ? .concealed : .typed
    }
    let isUnmanaged = leaf.kind == .unmanaged || field.form == .unmanaged
    return isUnmanaged || field.form.isUntyped ? .possible : .nonOwning
  }
}

/// Returns the nodes that are reachable from some nodes, including these.
func reachable(from starts: some Sequence<Int>, _ edges: [Edge]) -> Set<Int> {
  var reached = Set<Int>()
  var open = Array(starts)
  while let node = open.popLast() {
    guard reached.insert(node).inserted else { continue }
    open += edges.lazy.filter { $0.from == node }.map(\.to)
  }
  return reached
}

/// Returns the nodes that reach themselves through at least one edge.
func cyclicNodes(_ edges: [Edge]) -> Set<Int> {
  Set(
    Set(edges.map(\.from)).filter { node in
      reachable(from: edges.filter { $0.from == node }.map(\.to), edges).contains(node)
    })
}
