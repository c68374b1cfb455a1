import Findings

extension Finding {
  /// Returns the sets of references to break, in the order in which they are tried.
  ///
  /// Edits that a maintainer would prefer come first. Sets that leave a cycle in the graph are
  /// included, because a deinitializer may clear further references. An edit of two closure
  /// captures precedes an edit of a property that is the only reference to an object, because
  /// trying an edit does not show whether the program still needs the object.
  ///
  /// - Parameter origins: The rules that recognize code that the program's author can change.
  func executionCandidates(origins: CodeOrigins) -> [[Int]] {
    let candidates = graph.breakCandidates(origins: origins)
    let completed = candidates.compactMap { $0.completed(in: graph, origins: origins) }
    let ranked = (candidates + completed).sorted { $0.cost < $1.cost }.map(\.references)
    // If objects were merged by type, the suggested references were chosen in the whole graph, and
    // `ranked` may not contain them.
    let advised = ranked.contains(hostBreakSet) ? [] : [hostBreakSet]
    var seen = Set<[Int]>()
    return (advised + ranked + [breakSet])
      .filter { !$0.isEmpty && seen.insert($0.sorted()).inserted }
  }
}
