/// The retain cycles of a graph: strongly connected components with several nodes, and nodes that
/// refer to themselves.
///
/// - Complexity: O(*n* + *e*).
package struct RetainCycles: Sendable {
  /// The strongly connected components of the whole graph.
  package let components: StronglyConnectedComponents
  /// For each component, a Boolean value indicating whether it is a cycle.
  private let isCycle: [Bool]

  package init(of rows: SparseRows) {
    let components = StronglyConnectedComponents(of: rows)
    var sizes = [UInt32](repeating: 0, count: components.count)
    for component in components.componentOf { sizes[Int(component)] += 1 }
    var isCycle = sizes.map { $0 > 1 }
    for node in 0..<rows.nodeCount where sizes[Int(components.componentOf[node])] == 1 {
      if rows[node].contains(UInt32(node)) { isCycle[Int(components.componentOf[node])] = true }
    }
    self.components = components
    self.isCycle = isCycle
  }

  /// Returns whether a node is a member of a cycle.
  package func isMember(_ node: Int) -> Bool { isCycle[Int(components.componentOf[node])] }

  /// Returns the members of each cycle, in ascending order. The cycles are ordered by their first
  /// member.
  ///
  /// - Complexity: O(*n*).
  package func memberLists() -> [[Int]] {
    var positionOf: [UInt32: Int] = [:]
    var lists: [[Int]] = []
    for (node, component) in components.componentOf.enumerated() where isCycle[Int(component)] {
      if let position = positionOf[component] {
        lists[position].append(node)
      } else {
        positionOf[component] = lists.count
        lists.append([node])
      }
    }
    return lists
  }
}
