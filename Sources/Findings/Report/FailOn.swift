/// The findings that fail the CI gate.
///
/// In a program, objects that only the runtime keeps alive fail the gate only with ``held`` and
/// ``all``; in a matrix cell, they are treated like other findings. Known leaks of libraries fail
/// the gate only with ``all``.
package enum FailOn: String, Codable, CaseIterable, Sendable {
  /// Findings that are not in the baseline.
  case new
  /// All findings, including those in the baseline, objects that only the runtime keeps alive, and
  /// known leaks of libraries. Expected findings, which are known leaks of tests, do not fail the
  /// gate.
  case all
  /// Findings that are not in the baseline, including objects that only the runtime keeps alive.
  case held
  /// No findings: leaks are reported, but do not fail the run.
  case none

  package func gates(_ finding: Finding) -> Bool {
    // A task or a timer may live as long as its program. A cell, however, declares the objects that
    // must be released.
    let isHeld = finding.rule == .heldByRuntime && finding.cells.isEmpty
    if isHeld, self != .held, self != .all { return false }
    if finding.isKnownLibraryLeak, self != .all { return false }
    return switch (self, finding.status) {
    case (_, .expected), (.none, _): false
    case (.all, _), (.new, .new), (.held, .new): true
    case (.new, .known), (.new, .accepted), (.held, .known), (.held, .accepted): false
    }
  }
}
