import OwnershipGraph

extension Finding {
  /// The sets of references to break by execution, the first one first: what is advised, then
  /// the others in the order in which a maintainer would change them.
  ///
  /// Sets that no graph shows to be enough are among them: a deinitializer may do the rest.
  func executionCandidates() -> [[Int]] {
    let all = [hostBreakSet] + graph.breakCandidates().map(\.references) + [breakSet]
    var seen = Set<[Int]>()
    return all.map { $0.sorted() }.filter { !$0.isEmpty && seen.insert($0).inserted }
  }
}
