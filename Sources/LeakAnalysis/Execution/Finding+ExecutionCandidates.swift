import Findings

extension Finding {
  /// Returns the sets of references to break by execution, in the order to try them.
  ///
  /// The order is that in which a maintainer would prefer the edits. Sets that are not sufficient
  /// in the graph are included: a deinitializer may clear other references, which no graph shows.
  /// Two captures come before the last reference to an object that the program needs, because
  /// execution cannot find out what it needs.
  func executionCandidates() -> [[Int]] {
    let ranked = graph.breakCandidates().sorted { $0.cost < $1.cost }.map(\.references)
    // Advice for a merged finding was found in the whole graph.
    let advised = ranked.contains(hostBreakSet) ? [] : [hostBreakSet]
    var seen = Set<[Int]>()
    return (advised + ranked + [breakSet]).map { $0.sorted() }
      .filter { !$0.isEmpty && seen.insert($0).inserted }
  }
}
