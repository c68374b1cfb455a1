import OwnershipGraph

extension Finding {
  /// Sets of references of the graph to try, best first; single references before others.
  func executionCandidates() -> [[Int]] {
    let host = HostPreference()
    let costs = graph.references.map { host.cost(of: $0, in: graph) }
    let singles = graph.cycleReferences().sorted { (costs[$0], $0) < (costs[$1], $1) }.map { [$0] }
    let own = [hostBreakSet, breakSet].filter { !$0.isEmpty }
    var seen = Set<[Int]>()
    return (own.filter { $0.count == 1 } + singles.prefix(8) + own)
      .filter { seen.insert($0.sorted()).inserted }
  }
}
