package import OwnershipGraph

/// The effect on a finding's graph of making some references weak.
package struct BreakSimulation: Hashable, Sendable {
  /// The references to make weak, as indices of ``ObjectGraph/references``.
  package let references: [Int]
  /// The number of cycles before the change. A cycle passes no object twice.
  package let cyclesBefore: Int
  /// The number of cycles after the change.
  package let cyclesAfter: Int
  /// A Boolean value indicating whether the remaining cycles contain none of the program's objects.
  /// The library to which these cycles belong cuts them when a subscription ends.
  package let leavesOnlyLibraryCycles: Bool
  /// A Boolean value indicating whether all cycles were counted.
  package let isExact: Bool
  /// The number of ``leaked`` objects that no cycle keeps alive after the change.
  package let freed: Int
  /// The number of objects that a cycle keeps alive before the change.
  package let leaked: Int

  package var cyclesRemoved: Int { cyclesBefore - cyclesAfter }
  /// A Boolean value indicating whether no cycle remains.
  package var isEnough: Bool { cyclesAfter == 0 }

  /// - Complexity: That of ``SimpleCycles``, up to its limit of cycles.
  package init(
    making references: [Int], weakIn graph: ObjectGraph, host: HostPreference = HostPreference(),
    limit: Int = 1_000
  ) {
    let cut = Set(references)
    var repaired = graph
    for index in cut { repaired.references[index].strength = .weak }
    let before = Self.cycles(of: graph, limit: limit)
    let after = Self.cycles(of: repaired, limit: limit)
    let keptBefore = Self.kept(in: graph)
    self.references = references
    cyclesBefore = before.cycles.count
    cyclesAfter = after.cycles.count
    leavesOnlyLibraryCycles = !repaired.cycleReferences().contains {
      host.isProgram(graph.nodes[graph.references[$0].from])
    }
    isExact = before.isComplete && after.isComplete
    let count = { (nodes: Set<Int>) in nodes.reduce(0) { $0 + graph.nodes[$1].count } }
    leaked = count(keptBefore)
    freed = count(keptBefore.subtracting(Self.kept(in: repaired)))
  }

  /// Returns the effect of cutting each reference of a cycle by itself. References that cost less
  /// to cut, such as those of the host's own code, come first. Of equally cheap references, those
  /// that remove more cycles come first.
  ///
  /// - Parameter maxReferences: The maximum number of references to try, the host's first.
  /// - Complexity: That of ``init(making:weakIn:host:limit:)`` for each reference tried.
  package static func ranked(
    in graph: ObjectGraph, host: HostPreference = HostPreference(), maxReferences: Int = 60,
    limit: Int = 1_000
  ) -> [BreakSimulation] {
    let costs = graph.references.map { host.cost(of: $0, in: graph) }
    let candidates = graph.cycleReferences().sorted { (costs[$0], $0) < (costs[$1], $1) }
    func rank(_ simulation: BreakSimulation) -> [Int] {
      let reference = simulation.references[0]
      return [
        costs[reference], -simulation.cyclesRemoved,
        -simulation.freed, reference,
      ]
    }
    return candidates.prefix(maxReferences).map {
      Self(making: [$0], weakIn: graph, host: host, limit: limit)
    }
    .sorted { rank($0).lexicographicallyPrecedes(rank($1)) }
  }

  private static func cycles(of graph: ObjectGraph, limit: Int) -> SimpleCycles {
    let references = graph.cycleReferences().map { graph.references[$0] }
    return SimpleCycles(
      nodeCount: graph.nodes.count, references: references.map { ($0.from, $0.to) }, limit: limit)
  }

  /// Returns the objects that cycles keep alive: members and the objects behind them. Function
  /// values and roots, which were not allocated, and nodes with the role `context` are excluded.
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
