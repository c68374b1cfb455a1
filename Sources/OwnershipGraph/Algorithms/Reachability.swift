/// The nodes that can be reached from a set of starting nodes.
package struct Reachability: Sendable {
  /// For each node, a Boolean value indicating whether it is reached.
  package private(set) var isReached: [Bool]

  /// Creates an empty set.
  package init(nodeCount: Int) { isReached = [Bool](repeating: false, count: nodeCount) }

  /// Adds all nodes that can be reached from `starts`, and `starts` itself.
  ///
  /// Nodes that earlier calls reached are not searched again.
  ///
  /// - Complexity: O(*n* + *e*) over all calls.
  package mutating func spread(from starts: some Sequence<Int>, in rows: SparseRows) {
    precondition(rows.nodeCount == isReached.count, "the rows belong to a different graph")
    var pending: [UInt32] = []
    for start in starts where !isReached[start] {
      isReached[start] = true
      pending.append(UInt32(start))
    }
    while let node = pending.popLast() {
      for target in rows[Int(node)] where !isReached[Int(target)] {
        isReached[Int(target)] = true
        pending.append(target)
      }
    }
  }
}
