import Findings

extension Finding {
  /// Returns the sets of references to break, in the order in which they are tried.
  ///
  /// Edits that a maintainer would prefer come first. Sets that are not sufficient in the graph are
  /// included, because a deinitializer may clear other references. Two captures precede a property
  /// that is the only reference to an object, because the execution does not show whether the
  /// program needs the object.
  ///
  /// - Parameter host: The code that the program's author can change.
  func executionCandidates(preferring host: HostPreference) -> [[Int]] {
    let candidates = graph.breakCandidates(preferring: host)
    let completed = candidates.compactMap { $0.completed(in: graph, preferring: host) }
    let ranked = (candidates + completed).sorted { $0.cost < $1.cost }.map(\.references)
    // The advice for a merged finding comes from the whole graph, so `ranked` may not contain it.
    let advised = ranked.contains(hostBreakSet) ? [] : [hostBreakSet]
    var seen = Set<[Int]>()
    return (advised + ranked + [breakSet])
      .filter { !$0.isEmpty && seen.insert($0.sorted()).inserted }
  }
}
