/// How much a finding matters, decided once for every output.
///
/// Marks, colours, SARIF levels, annotations, JUnit outcomes, the exit status and the last
/// line all follow from it.
package enum Severity: String, Codable, Sendable, CaseIterable, Comparable {
  /// Expected: a control shows it, a baseline knows it, or only a library's authors can fix it.
  case note
  /// Reported, but not gated.
  case warning
  /// Gated: the run fails.
  case error

  package static func < (left: Self, right: Self) -> Bool {
    order(of: left) < order(of: right)
  }

  private static func order(of severity: Self) -> Int {
    switch severity {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}

extension LeakReport {
  /// The severity of one of the report's findings, as the report's gate decides it.
  package func severity(of finding: Finding) -> Severity {
    if finding.status == .expected { return .note }
    if failOn.gates(finding) { return .error }
    return finding.status == .new && !finding.isKnownLibraryLeak ? .warning : .note
  }

  /// The findings of a severity, in the report's order.
  package func findings(_ severity: Severity) -> [Finding] {
    findings.filter { self.severity(of: $0) == severity }
  }
}
