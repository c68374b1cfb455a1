package import OwnershipGraph

/// The effect of making some references in a finding's graph weak.
package struct BreakSimulation: Hashable, Sendable {
  /// The references to make weak, as indices of ``ObjectGraph/references``.
  package let references: [Int]
  /// The number of cycles before the change. Only cycles that contain no object twice are counted.
  package let cyclesBefore: Int
  /// The number of cycles after the change.
  package let cyclesAfter: Int
  /// A Boolean value indicating whether the remaining cycles contain none of the program's objects.
  /// Libraries cut their own cycles when a subscription ends.
  package let leavesOnlyLibraryCycles: Bool
  /// A Boolean value indicating whether all cycles were counted, before and after the change.
  package let isExact: Bool
  /// The number of objects that a cycle keeps alive before the change, but not after it.
  package let freed: Int
  /// The number of objects that a cycle keeps alive before the change.
  package let leaked: Int

  package var cyclesRemoved: Int { cyclesBefore - cyclesAfter }
  /// A Boolean value indicating whether no cycle remains.
  package var isEnough: Bool { cyclesAfter == 0 }

  /// - Complexity: The complexity of ``SimpleCycles`` for at most `limit` cycles.
  package init(
    making references: [Int], weakIn graph: ObjectGraph, origins: CodeOrigins = CodeOrigins(),
    limit: Int = 1_000
  ) {
    let cut = Set(references)
    var fixed = graph
    for index in cut { fixed.references[index].strength = .weak }
    let before = Self.cycles(of: graph, limit: limit)
    let after = Self.cycles(of: fixed, limit: limit)
    let keptBefore = Self.kept(in: graph)
    self.references = references
    cyclesBefore = before.cycles.count
    cyclesAfter = after.cycles.count
    leavesOnlyLibraryCycles = !fixed.cycleReferences().contains {
      origins.isProgram(graph.nodes[graph.references[$0].from])
    }
    isExact = before.isComplete && after.isComplete
    let count = { (nodes: Set<Int>) in nodes.reduce(0) { $0 + graph.nodes[$1].count } }
    leaked = count(keptBefore)
    freed = count(keptBefore.subtracting(Self.kept(in: fixed)))
  }

  /// Returns, for each reference in a cycle, the effect of cutting this reference alone.
  ///
  /// The results are ordered by the cost of the cut, which is lowest in the program's own code.
  /// Among equal costs, results that remove more cycles come first.
  ///
  /// - Parameter maxReferences: The maximum number of references to try, cheapest first.
  /// - Complexity: The complexity of ``init(making:weakIn:origins:limit:)`` for each reference that
  ///   is tried.
  package static func ranked(
    in graph: ObjectGraph, origins: CodeOrigins = CodeOrigins(), maxReferences: Int = 60,
    limit: Int = 1_000
  ) -> [BreakSimulation] {
    let costs = graph.references.map { origins.cost(of: $0, in: graph) }
    let candidates = graph.cycleReferences().sorted { (costs[$0], $0) < (costs[$1], $1) }
    func rank(_ simulation: BreakSimulation) -> [Int] {
      let reference = simulation.references[0]
      return [
        costs[reference], -simulation.cyclesRemoved,
        -simulation.freed, reference,
      ]
    }
    return candidates.prefix(maxReferences).map {
      Self(making: [$0], weakIn: graph, origins: origins, limit: limit)
    }
    .sorted { rank($0).lexicographicallyPrecedes(rank($1)) }
  }

  private static func cycles(of graph: ObjectGraph, limit: Int) -> SimpleCycles {
    let references = graph.cycleReferences().map { graph.references[$0] }
    return SimpleCycles(
      nodeCount: graph.nodes.count, references: references.map { ($0.from, $0.to) }, limit: limit)
  }

  /// Returns the objects that cycles keep alive: the members of cycles and the objects that they
  /// retain. The result excludes function values and roots, which are not allocated, and nodes with
  /// the role `context`.
  private static func kept(in graph: ObjectGraph) -> Set<Int> {
    let rows = graph.strongRows()
    let cycles = RetainCycles(of: rows)
    var reachability = Reachability(nodeCount: graph.nodes.count)
    let isPossible = graph.possibleMembers()
    reachability.spread(
      from: graph.nodes.indices.filter { cycles.isMember($0) && isPossible[$0] }, in: rows)
    return Set(
      graph.nodes.indices.filter {
        reachability.isReached[$0] && graph.nodes[$0].kind != .function
          && graph.nodes[$0].kind != .root && graph.nodes[$0].role != .context
      })
  }
}
