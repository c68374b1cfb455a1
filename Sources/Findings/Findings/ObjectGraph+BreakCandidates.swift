package import OwnershipGraph

extension ObjectGraph {
  /// Returns sets of references to break, best first. Each set by itself may suffice to release the
  /// leaked objects.
  ///
  /// Sets that release all objects come first. Sets with the same effect are ordered by cost; see
  /// ``ReferenceRole``. Edits of the program's own code are usually cheaper than edits of
  /// dependencies and of the language, and captures are cheaper than most properties. The last sets
  /// release only some objects; the deinitializers of these objects may release the rest.
  ///
  /// - Complexity: O(*n* + *e*) for *n* nodes and *e* references, for each of at most 2,000
  ///   searches, fewer in large graphs; in addition, the complexity of ``BreakSet``.
  package func breakCandidates(
    origins: CodeOrigins = CodeOrigins(), limit: Int = 12
  ) -> [BreakCandidate] {
    var ranking = BreakRanking(of: self, origins: origins)
    return ranking.candidates(limit: limit)
  }

  /// Returns the sets of references to break, best first, as indices of ``references``. See
  /// ``breakCandidates(origins:limit:)``.
  package func rankedBreaks(origins: CodeOrigins = CodeOrigins(), limit: Int = 12) -> [[Int]] {
    breakCandidates(origins: origins, limit: limit).map(\.references)
  }
}
