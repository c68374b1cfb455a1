package import OwnershipGraph

extension ObjectGraph {
  /// Returns the references that one or two edits of the source change. Edits that a maintainer
  /// would prefer come first.
  ///
  /// - Returns: Indices of ``references`` that belong to cycles.
  /// - Complexity: O(*s*² log *s*) for *s* properties and captures in cycles, and O(*n* + *e*).
  package func editedReferences(
    preferring host: HostPreference = HostPreference()
  ) -> [[Int]] {
    let sites = EditSites(of: self, candidates: cycleReferences(), host: host).sites
    let pairs = sites.indices.flatMap { second in
      sites[..<second].map { [$0, sites[second]] }
    }
    return (sites.map { [$0] } + pairs).enumerated().sorted {
      (Self.cost(of: $0.element), $0.offset) < (Self.cost(of: $1.element), $1.offset)
    }.map { $0.element.flatMap(\.references) }
  }

  private static func cost(of edits: [EditSite]) -> Int {
    edits.reduce(0) { $0 + $1.role.cost }
  }
}
