import OwnershipGraph

extension LeakReport {
  /// The findings that are drawn, in order: all that somebody may have to act on, and of
  /// what controls must show the first of each source and of each operator.
  ///
  /// The other controls put the same sources before the same operators; a picture of each
  /// would bury the rest. They are in `leakcheck.json` all the same.
  var picturedFindings: [Finding] {
    var sources: Set<String> = []
    var operators: Set<String> = []
    var shown: Set<String> = []
    for cell in cells where cell.expectation != .clean {
      let isFirst = [
        sources.insert(cell.source).inserted, operators.insert(cell.operator).inserted,
      ]
      if isFirst.contains(true) { shown.formUnion(cell.findings) }
    }
    return findings.filter { $0.status != .expected || shown.contains($0.fingerprint) }
  }
}
