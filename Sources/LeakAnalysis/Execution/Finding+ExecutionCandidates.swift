import Findings

extension Finding {
  /// The sets of references to break by execution, the first one first.
  ///
  /// They come in the order in which a maintainer would make the edits, whether the graph says
  /// that they are sufficient or not: a deinitializer may do the rest, which no graph tells. Two
  /// captures still come before the last reference to an object that the program needs, which
  /// execution cannot tell.
  func executionCandidates() -> [[Int]] {
    let ranked = graph.breakCandidates().sorted { $0.cost < $1.cost }.map(\.references)
    // Advice for a merged finding was found in the whole graph.
    let advised = ranked.contains(hostBreakSet) ? [] : [hostBreakSet]
    var seen = Set<[Int]>()
    return (advised + ranked + [breakSet]).map { $0.sorted() }
      .filter { !$0.isEmpty && seen.insert($0).inserted }
  }
}
