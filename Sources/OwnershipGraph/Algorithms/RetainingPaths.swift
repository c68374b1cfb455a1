/// The shortest path from a root to every object that a root reaches.
///
/// The search is breadth-first. Among paths of equal length, it chooses the path through the
/// earlier root and the earlier field, so that two runs report the same path.
///
/// - Complexity: O(*n* + *e*), with 8 bytes for each node.
package struct RetainingPaths: Sendable {
  /// The value of ``parents`` for a node that no root reaches.
  package static let unreached = UInt32.max

  /// The preceding node on the path to each node; a root is its own parent.
  package let parents: [UInt32]

  package init(in rows: SparseRows, from roots: some Sequence<Int>) {
    var parentStorage = [UInt32](repeating: Self.unreached, count: rows.nodeCount)
    var queueStorage = [UInt32](repeating: 0, count: rows.nodeCount)
    do {
      var parents = parentStorage.mutableSpan
      var queue = queueStorage.mutableSpan
      let offsets = rows.offsets.span
      let targets = rows.targets.span
      var queued = 0
      for root in roots where parents[root] == Self.unreached {
        parents[root] = UInt32(root)
        queue[queued] = UInt32(root)
        queued += 1
      }
      var next = 0
      while next < queued {
        let node = queue[next]
        next += 1
        for reference in Int(offsets[Int(node)])..<Int(offsets[Int(node) + 1]) {
          let target = targets[reference]
          guard parents[Int(target)] == Self.unreached else { continue }
          parents[Int(target)] = node
          queue[queued] = target
          queued += 1
        }
      }
    }
    parents = parentStorage
  }

  /// Returns the nodes on the path from a root to `node`, including both; `nil` if no root reaches
  /// `node`.
  ///
  /// - Complexity: O(length of the path).
  package func path(to node: Int) -> [Int]? {
    guard parents[node] != Self.unreached else { return nil }
    var path = [node]
    var current = node
    while Int(parents[current]) != current {
      current = Int(parents[current])
      path.append(current)
    }
    return path.reversed()
  }
}
