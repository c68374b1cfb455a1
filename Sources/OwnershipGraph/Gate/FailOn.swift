/// Which findings turn the gate red.
package enum FailOn: String, CaseIterable, Sendable {
  /// Those that no baseline knows.
  case new
  /// All but what controls must show.
  case all
  /// Those that no baseline knows, and what only the runtime keeps alive.
  case held
  /// None: the run reports and does not judge.
  case none

  func gates(_ finding: Finding) -> Bool {
    // A task or a timer may rightly outlive its program.
    if finding.rule == .heldByRuntime, self != .held { return false }
    // Nobody can mend it but Foundation's authors.
    if finding.isFoundationsOverRetention, self != .all { return false }
    return switch (self, finding.status) {
    case (_, .expected), (.none, _): false
    case (.all, _), (.new, .new), (.held, .new): true
    case (.new, .known), (.new, .accepted), (.held, .known), (.held, .accepted): false
    }
  }
}
