package import OwnershipGraph

/// A small random graph, with properties computed by exhaustive search.
///
/// The description of the graph can be pasted into a test as its rows.
package struct RandomGraph: CustomStringConvertible {
  package let rows: [[Int]]

  package init(rows: [[Int]]) { self.rows = rows }

  /// Creates a graph of 0 to `largest` nodes, sparse or dense, including references of nodes to
  /// themselves and parallel references.
  package init(largest: Int, using generator: inout SeededGenerator) {
    let count = Int.random(in: 0...largest, using: &generator)
    let density = Int.random(in: 0...2, using: &generator)
    rows = (0..<count).map { _ in
      (0..<Int.random(in: 0...(1 + density), using: &generator)).map { _ in
        Int.random(in: 0..<count, using: &generator)
      }
    }
  }

  package var description: String { "SparseRows(\(rows))" }
  package var sparse: SparseRows { SparseRows(rows) }

  /// Returns the nodes reachable from `starts` without the node `removed`.
  package func reached(from starts: some Sequence<Int>, without removed: Int? = nil) -> Set<Int> {
    var reached = Set(starts)
    if let removed { reached.remove(removed) }
    var grew = true
    while grew {
      grew = false
      for node in reached {
        for target in rows[node] where target != removed && reached.insert(target).inserted {
          grew = true
        }
      }
    }
    return reached
  }

  /// Returns the nodes that each node reaches by at least one reference.
  package func reachabilityMatrix() -> [Set<Int>] { rows.map { reached(from: $0) } }

  /// Returns a random selection of nodes.
  package func someNodes(using generator: inout SeededGenerator) -> [Int] {
    rows.indices.filter { _ in Int.random(in: 0..<4, using: &generator) == 0 }
  }
}
