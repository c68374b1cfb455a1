/// A reference between two nodes of a group.
struct Edge: Hashable, Sendable {
  enum Strength: Sendable {
    /// A retaining reference in memory of a known type.
    case typed
    /// A retaining reference in memory of a library. An analysis may know the layout of this
    /// memory.
    case concealed
    /// A retaining reference in memory that can only be scanned.
    case untyped
    /// A reference that does not retain its target, in memory of a known type.
    case nonOwning
    /// A word in untyped memory that does not retain its target, or an `Unmanaged` field, which may
    /// retain its target.
    case possible
  }

  var from: Int
  /// The index of the field that contains the reference, in the class of the node `from`.
  var field: Int
  var to: Int
  var strength: Strength
  /// How the source of the reference can resume a task; `nil` if it cannot.
  var resumes: Resumption?
  /// A Boolean value indicating whether a closure, or the block of a work item, captures the
  /// reference.
  var isCaptured = false

  /// The ways in which an object can resume a suspended task.
  enum Resumption: Sendable {
    case continuation, stream
  }

  var isOwning: Bool { strength == .typed || isScanned }

  /// A Boolean value indicating whether an analysis may have to scan untyped memory to find the
  /// reference.
  var isScanned: Bool { strength == .concealed || strength == .untyped }
}

extension ObjectGroup {
  /// The references between the nodes of the group, once the group is built.
  var edges: [Edge] {
    var edges: [Edge] = []
    for (from, node) in nodes.enumerated() {
      for (fieldIndex, value) in node.values.enumerated() {
        guard let value else { continue }
        let field = classes[node.classIndex].fields[fieldIndex]
        func add(_ to: Int, _ strength: Edge.Strength) {
          edges.append(Edge(from: from, field: fieldIndex, to: to, strength: strength))
        }
        for (index, to) in value.targets.enumerated() {
          add(to, strength(of: field.shape.leaves[index], in: field))
          edges[edges.count - 1].isCaptured =
            field.form.isClosure || field.shape.isCaptured[index]
        }
        if let stale = value.stale { add(stale, field.form.isUntyped ? .possible : .nonOwning) }
        if field.form.retainsOwner {
          add(from, .untyped)
          edges[edges.count - 1].resumes =
            field.form == .streamOfOwnersTask ? .stream : .continuation
        }
      }
    }
    return edges
  }

  /// The nodes to which stray words may refer.
  ///
  /// A stray word is an old word in the unused bytes of a value in untyped memory. It may come from
  /// a value that another instance built earlier in the same part of the stack.
  var targetsOfStrayWords: Set<Int> {
    Set(
      edges.lazy.filter { edge in
        let field = classes[nodes[edge.from].classIndex].fields[edge.field]
        return edge.isScanned && field.form.isAlwaysUntyped && field.shape.hasUnusedBytes
      }.map(\.to))
  }

  private func strength(of leaf: Leaf, in field: Field) -> Edge.Strength {
    if leaf.isOwning && field.form.isOwning {
      return field.form.isAlwaysUntyped ? .untyped : field.form.isUntyped ? .concealed : .typed
    }
    let isUnmanaged = leaf.kind == .unmanaged || field.form == .unmanaged
    return isUnmanaged || field.form.isUntyped ? .possible : .nonOwning
  }
}

/// Returns the nodes that are reachable from the nodes in `starts`, including these nodes.
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
