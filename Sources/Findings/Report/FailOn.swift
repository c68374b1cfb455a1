/// The findings that fail the gate.
///
/// Outside cells, objects that only the runtime keeps alive fail it only with ``held``. Known leaks
/// of libraries fail it only with ``all``.
package enum FailOn: String, Codable, CaseIterable, Sendable {
  /// Findings that are not in the baseline.
  case new
  /// All findings except those that controls require.
  case all
  /// Findings that are not in the baseline, including objects that only the runtime keeps alive.
  case held
  /// No findings: the run reports and does not judge.
  case none

  package func gates(_ finding: Finding) -> Bool {
    // A task or a timer may live as long as its program. A cell, however, declares the objects that
    // must be released.
    if finding.rule == .heldByRuntime, finding.cells.isEmpty, self != .held { return false }
    if finding.isKnownLibraryLeak, self != .all { return false }
    return switch (self, finding.status) {
    case (_, .expected), (.none, _): false
    case (.all, _), (.new, .new), (.held, .new): true
    case (.new, .known), (.new, .accepted), (.held, .known), (.held, .accepted): false
    }
  }
}
