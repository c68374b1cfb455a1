package import OwnershipGraph

/// A small random graph. Its properties are computed by exhaustive search.
///
/// The description of the graph can be pasted into a test as the value of `rows`.
package struct RandomGraph: CustomStringConvertible {
  package let rows: [[Int]]

  package init(rows: [[Int]]) { self.rows = rows }

  /// Creates a graph of 0 to `largest` nodes, which may be sparse or dense. There may be references
  /// from a node to itself, and several references between the same nodes.
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

  /// Returns the nodes that are reachable from `starts` if the node `removed` is left out.
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

  /// Returns, for each node, the nodes that it reaches through at least one reference.
  package func reachabilityMatrix() -> [Set<Int>] { rows.map { reached(from: $0) } }

  /// Returns a random selection of nodes.
  package func someNodes(using generator: inout SeededGenerator) -> [Int] {
    rows.indices.filter { _ in Int.random(in: 0..<4, using: &generator) == 0 }
  }
}
