/// The immediate dominators of the objects that the roots reach.
///
/// An object dominates another object if it is on every path from the roots to that object. The
/// immediate dominator of an object is the closest of its dominators. Clearing all references to an
/// object frees exactly the object and the objects that it dominates; their total size is the
/// retained size of the object. The roots are children of a virtual root.
///
///     // roots 0, 1;  0 -> 2, 1 -> 2, 2 -> 3
///     let tree = DominatorTree(of: SparseRows([[2], [2], [3], []]), from: [0, 1])
///     tree.immediateDominator(of: 3)  // 2
///     tree.immediateDominator(of: 2)  // nil: only the virtual root
///
/// The result is exact; see ``ImmediateDominators``. The tree is stored in depth-first order rather
/// than by node, so that neighbors in the tree are close to each other in memory.
///
/// - Complexity: O(*e* log *n*), near linear in practice; without recursion.
package struct DominatorTree: Sendable {
  /// The reachable nodes in depth-first order. Each node comes after its dominator.
  package let order: [UInt32]
  /// For each position in ``order``, one more than the position of the immediate dominator; 0 if
  /// the immediate dominator is the virtual root.
  let dominators: [UInt32]
  /// For each node, one more than its position in ``order``; 0 for a node that no root reaches.
  let positions: [UInt32]

  /// - Parameter stepsPerNode: See ``ImmediateDominators``.
  package init(
    of rows: SparseRows, from roots: some Sequence<Int>,
    stepsPerNode: Int = ImmediateDominators.stepsPerNode
  ) {
    let search = DepthFirstNumbering(of: rows, from: roots)
    order = Array(search.nodes.dropFirst())
    positions = search.numbers
    let immediate = ImmediateDominators(of: search, stepsPerNode: stepsPerNode)
    dominators = Array(immediate.dominators.dropFirst())
  }

  /// Returns whether a root reaches the node.
  package func isReached(_ node: Int) -> Bool { positions[node] != 0 }

  /// Returns the immediate dominator; `nil` if it is the virtual root, or if no root reaches the
  /// node.
  package func immediateDominator(of node: Int) -> Int? {
    let position = Int(positions[node])
    guard position > 0, dominators[position - 1] > 0 else { return nil }
    return Int(order[Int(dominators[position - 1]) - 1])
  }

  /// Returns, for each node, the number of bytes that are freed when the node is freed: its own
  /// size and the sizes of all nodes that it dominates.
  ///
  /// The number is 0 for a node that no root reaches.
  ///
  /// - Parameter sizes: The size of each node in bytes.
  /// - Complexity: O(*n*).
  package func retainedSizes(sizes: [Int]) -> [Int] {
    precondition(sizes.count == positions.count, "sizes must contain one element per node")
    var retained = [Int](repeating: 0, count: sizes.count)
    for node in order { retained[Int(node)] = sizes[Int(node)] }
    // A dominator precedes the nodes that it dominates.
    for position in order.indices.reversed() where dominators[position] > 0 {
      retained[Int(order[Int(dominators[position]) - 1])] += retained[Int(order[position])]
    }
    return retained
  }
}
