extension LeakReport {
  /// Returns the severity of one of the report's findings, according to ``failOn``.
  package func severity(of finding: Finding) -> Severity {
    if finding.status == .expected { return .note }
    if failOn.gates(finding) { return .error }
    return finding.status == .new && !finding.isKnownLibraryLeak ? .warning : .note
  }

  /// Returns the findings of a severity, in the report's order.
  package func findings(_ severity: Severity) -> [Finding] {
    findings.filter { self.severity(of: $0) == severity }
  }
}
