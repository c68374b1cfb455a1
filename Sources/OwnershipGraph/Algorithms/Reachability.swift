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
  @inline(__always)
  package mutating func spread(from starts: some Sequence<Int>, in rows: SparseRows) {
    spread(from: starts, in: rows) { _, _ in true }
  }

  /// Adds all nodes that can be reached from `starts` by the edges for which `follows` returns
  /// `true`, and `starts` itself.
  ///
  /// Nodes that earlier calls reached are not searched again.
  ///
  /// - Parameter follows: A closure whose arguments are the source and the target of an edge.
  /// - Complexity: O(*n* + *e*) over all calls.
  @inline(__always)
  mutating func spread(
    from starts: some Sequence<Int>, in rows: SparseRows,
    where follows: (_ source: Int, _ target: Int) -> Bool
  ) {
    precondition(rows.nodeCount == isReached.count, "the rows belong to a different graph")
    var pending: [UInt32] = []
    for start in starts where !isReached[start] {
      isReached[start] = true
      pending.append(UInt32(start))
    }
    while let node = pending.popLast() {
      for target in rows[Int(node)]
      where !isReached[Int(target)] && follows(Int(node), Int(target)) {
        isReached[Int(target)] = true
        pending.append(target)
      }
    }
  }
}
