/// Which findings turn the gate red.
package enum FailOn: String, Codable, CaseIterable, Sendable {
  /// Those that no baseline knows.
  case new
  /// All but what controls must show.
  case all
  /// Those that no baseline knows, and what only the runtime keeps alive.
  case held
  /// None: the run reports and does not judge.
  case none

  package func gates(_ finding: Finding) -> Bool {
    // A task or a timer may rightly outlive its program; a cell says what it must release.
    if finding.rule == .heldByRuntime, finding.cells.isEmpty, self != .held { return false }
    if finding.isKnownLibraryLeak, self != .all { return false }
    return switch (self, finding.status) {
    case (_, .expected), (.none, _): false
    case (.all, _), (.new, .new), (.held, .new): true
    case (.new, .known), (.new, .accepted), (.held, .known), (.held, .accepted): false
    }
  }
}
