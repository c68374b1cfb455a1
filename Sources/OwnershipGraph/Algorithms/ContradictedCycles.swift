/// The cycles that reference counts would prove to be leaked without the references that contradict
/// them.
///
/// If a graph contains more references to a member of a cycle than the member has retains, at least
/// one of these references does not exist. For example, a field of an object that is being
/// initialized may still contain an old address. If the references within the cycle account for all
/// retains of its members, the reference from outside of the cycle is probably the one that does not
/// exist, and the cycle has probably leaked. This is no proof, so the members are not classified as
/// leaked.
struct ContradictedCycles {
  /// The members of these cycles, in ascending order.
  let members: [Int]

  /// - Parameters:
  ///   - rows: The strong references of each object.
  ///   - strongCounts: The strong reference count of each object.
  ///   - cycles: The cycles of the graph.
  ///   - inconsistent: The objects with more references than their count allows.
  ///   - held: The objects that are retained by unknown owners outside the graph. They may include
  ///     those in `inconsistent`.
  ///   - roots: The objects that are retained by known owners outside the graph.
  /// - Complexity: O(*n* + *e*); O(1) if `inconsistent` is empty.
  init(
    of rows: SparseRows, strongCounts: [UInt32], cycles: RetainCycles, inconsistent: [Int],
    held: [Int], roots: some Sequence<Int>
  ) {
    guard !inconsistent.isEmpty else {
      members = []
      return
    }
    let componentOf = cycles.components.componentOf
    var inner = [UInt32](repeating: 0, count: rows.nodeCount)
    for node in 0..<rows.nodeCount {
      for target in rows[node] where componentOf[Int(target)] == componentOf[node] {
        inner[Int(target)] += 1
      }
    }
    var isContradicted = [Bool](repeating: false, count: rows.nodeCount)
    for node in inconsistent { isContradicted[node] = inner[node] >= strongCounts[node] }
    var alive = Reachability(nodeCount: rows.nodeCount)
    alive.spread(from: held.filter { !isContradicted[$0] } + roots, in: rows) { source, target in
      !isContradicted[target] || componentOf[source] == componentOf[target]
    }
    let components = Set(
      inconsistent.filter { isContradicted[$0] && cycles.isMember($0) }.map { componentOf[$0] })
    members = componentOf.indices.filter {
      !alive.isReached[$0] && components.contains(componentOf[$0])
    }
  }
}
