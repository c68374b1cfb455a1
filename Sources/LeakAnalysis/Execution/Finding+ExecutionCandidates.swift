import OwnershipGraph

extension Finding {
  /// Sets of references of the graph to break, in the order in which they are tried: single
  /// references, the one that is advised first and the others by what it costs to change them;
  /// then what is advised, and the fewest references that leave no cycle.
  func executionCandidates() -> [[Int]] {
    let host = HostPreference()
    let costs = graph.references.map { host.cost(of: $0, in: graph) }
    let singles = graph.cycleReferences().sorted { (costs[$0], $0) < (costs[$1], $1) }
      .prefix(Self.maxSingles).map { [$0] }
    let own = [hostBreakSet.sorted(), breakSet.sorted()]
    var seen = Set<[Int]>()
    return (own.filter { $0.count == 1 } + singles + own)
      .filter { !$0.isEmpty && seen.insert($0).inserted }
  }

  private static let maxSingles = 12
}
