import OwnershipGraph

extension Finding {
  /// The sets of references to break by execution, the first one first.
  ///
  /// Single references of the program's own code come before all others, in the order in which
  /// a maintainer would change them: a deinitializer may do the rest, which no graph tells.
  func executionCandidates() -> [[Int]] {
    let host = HostPreference()
    let ranked = graph.breakCandidates(preferring: host)
    let singles = ranked.filter { candidate in
      candidate.references.count == 1
        && host.isHost(graph.nodes[graph.references[candidate.references[0]].from])
    }.sorted { $0.cost < $1.cost }.map(\.references)
    let advised = [hostBreakSet].filter { !$0.isEmpty }
    let all =
      advised.filter { $0.count == 1 } + singles + advised + ranked.map(\.references) + [breakSet]
    var seen = Set<[Int]>()
    return all.map { $0.sorted() }.filter { !$0.isEmpty && seen.insert($0).inserted }
  }
}
