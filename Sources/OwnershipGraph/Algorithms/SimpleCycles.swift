/// The elementary cycles of a graph (cycles that pass through no node twice), as lists of
/// references.
///
/// Parallel references are in separate cycles, because cutting one of them does not break the
/// cycles through the others. A graph may have exponentially many cycles, so the search ends at a
/// limit. The algorithm is Johnson's ("Finding all the elementary circuits of a directed graph",
/// 1975), with an explicit stack.
///
/// - Complexity: O((*n* + *e*) · (*c* + 1)) for *c* cycles found.
package struct SimpleCycles: Sendable {
  /// The cycles, each as indices of references in the order of the cycle.
  package private(set) var cycles: [[Int]] = []
  /// A Boolean value indicating whether all cycles of the graph were found.
  package private(set) var isComplete = true

  private let targets: [Int]
  private let referencesFrom: [[Int]]
  private var isBlocked: [Bool]
  private var blockedBy: [Set<Int>]

  /// Finds up to `limit` cycles.
  ///
  /// - Parameters:
  ///   - nodeCount: The number of nodes, which are numbered from 0.
  ///   - references: The source and the target of each reference.
  package init(nodeCount: Int, references: [(from: Int, to: Int)], limit: Int = 1_000) {
    var rows = [[Int]](repeating: [], count: nodeCount)
    for (index, reference) in references.enumerated() { rows[reference.from].append(index) }
    referencesFrom = rows
    targets = references.map(\.to)
    isBlocked = Array(repeating: false, count: nodeCount)
    blockedBy = Array(repeating: [], count: nodeCount)
    var pending = components(of: Array(0..<nodeCount))
    while let component = pending.popLast(), isComplete {
      // Finds all cycles through the smallest node of a component, and then removes this node, so
      // that each cycle is found once.
      for node in component {
        isBlocked[node] = false
        blockedBy[node] = []
      }
      search(from: component[0], inside: Set(component), limit: limit)
      pending += components(of: Array(component.dropFirst()))
    }
  }

  /// Returns the cyclic components of the subgraph that consists of `nodes`. The component with the
  /// smallest node is last.
  private func components(of nodes: [Int]) -> [[Int]] {
    let positions = Dictionary(uniqueKeysWithValues: zip(nodes, nodes.indices))
    let rows = nodes.map { node in referencesFrom[node].compactMap { positions[targets[$0]] } }
    let lists = RetainCycles(of: SparseRows(rows)).memberLists()
    return lists.map { $0.map { nodes[$0] } }.reversed()
  }

  /// One node of the path that is being tried.
  private struct Step {
    var node: Int
    /// The position of the reference to follow next, among the references of the node.
    var next = 0
    /// A Boolean value indicating whether a cycle through the node was found.
    var isFound = false
  }

  private mutating func search(from start: Int, inside: Set<Int>, limit: Int) {
    var way: [Int] = []
    var steps = [Step(node: start)]
    isBlocked[start] = true
    while let step = steps.last {
      let position = steps.count - 1
      let references = referencesFrom[step.node]
      if step.next < references.count {
        steps[position].next += 1
        let reference = references[step.next]
        let target = targets[reference]
        if target == start {
          guard cycles.count < limit else {
            isComplete = false
            return
          }
          cycles.append(way + [reference])
          steps[position].isFound = true
        } else if inside.contains(target), !isBlocked[target] {
          isBlocked[target] = true
          way.append(reference)
          steps.append(Step(node: target))
        }
        continue
      }
      if step.isFound {
        unblock(step.node)
      } else {
        for reference in references where inside.contains(targets[reference]) {
          blockedBy[targets[reference]].insert(step.node)
        }
      }
      steps.removeLast()
      if !way.isEmpty { way.removeLast() }
      if step.isFound, !steps.isEmpty { steps[steps.count - 1].isFound = true }
    }
  }

  private mutating func unblock(_ node: Int) {
    var pending = [node]
    while let next = pending.popLast() {
      guard isBlocked[next] else { continue }
      isBlocked[next] = false
      pending += blockedBy[next]
      blockedBy[next] = []
    }
  }
}
