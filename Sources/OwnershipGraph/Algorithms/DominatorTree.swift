/// For each object the one object that every path from the roots passes.
///
/// Clearing the references to an object frees exactly what it dominates, which
/// is what its retained size counts. The roots hang from a virtual root.
///
///     // roots 0, 1;  0 -> 2, 1 -> 2, 2 -> 3
///     let tree = DominatorTree(of: SparseRows([[2], [2], [3], []]), from: [0, 1])
///     tree.immediateDominator(of: 3)  // 2
///     tree.immediateDominator(of: 2)  // nil: only the virtual root
///
/// Exact: see ``ImmediateDominators``. All its arrays are indexed by depth-first order
/// rather than by node, which keeps neighbours of the tree near each other in memory.
///
/// - Complexity: O(*e* log *n*), near linear in practice; without recursion.
package struct DominatorTree: Sendable {
  /// The reachable nodes in depth-first order, each after its dominator.
  package let order: [UInt32]
  /// For each place in ``order``, the place of the immediate dominator plus one;
  /// 0 is the virtual root.
  let dominators: [UInt32]
  /// For each node, its place in ``order`` plus one; 0 where no root reaches it.
  let places: [UInt32]

  /// - Parameter stepsPerNode: See ``ImmediateDominators``.
  package init(
    of rows: SparseRows, from roots: some Sequence<Int>,
    stepsPerNode: Int = ImmediateDominators.stepsPerNode
  ) {
    let search = DepthFirstNumbering(of: rows, from: roots)
    order = Array(search.nodes.dropFirst())
    places = search.places
    let immediate = ImmediateDominators(of: search, stepsPerNode: stepsPerNode)
    dominators = Array(immediate.dominators.dropFirst())
  }

  /// Whether a root reaches the node.
  package func isReached(_ node: Int) -> Bool { places[node] != 0 }

  /// The immediate dominator; `nil` where it is the virtual root or the node is
  /// not reached.
  package func immediateDominator(of node: Int) -> Int? {
    let place = Int(places[node])
    guard place > 0, dominators[place - 1] > 0 else { return nil }
    return Int(order[Int(dominators[place - 1]) - 1])
  }

  /// The bytes that go away with each node: its own and those of all it dominates.
  ///
  /// Nodes that no root reaches retain 0.
  ///
  /// - Parameter sizes: The size of each node in bytes.
  /// - Complexity: O(*n*).
  package func retainedSizes(sizes: [Int]) -> [Int] {
    precondition(sizes.count == places.count, "one size a node")
    var retained = [Int](repeating: 0, count: sizes.count)
    for node in order { retained[Int(node)] = sizes[Int(node)] }
    // Dominators come before what they dominate.
    for place in order.indices.reversed() where dominators[place] > 0 {
      retained[Int(order[Int(dominators[place]) - 1])] += retained[Int(order[place])]
    }
    return retained
  }
}
