extension LeakReport {
  /// Returns the severity of one of the report's findings, according to ``failOn``.
  package func severity(of finding: Finding) -> Severity {
    if finding.status == .expected { return .note }
    if failOn.gates(finding) { return .error }
    return finding.status == .new && !finding.isKnownLibraryLeak ? .warning : .note
  }

  /// The failed cells with failures that no finding describes: cells without a finding, and cells
  /// with failed checks.
  package var cellsWithFurtherFailures: [CellReport] {
    let known = Set(findings.map(\.fingerprint))
    return cells.filter { cell in
      cell.verdict == .fail
        && (!cell.failedChecks.isEmpty || known.isDisjoint(with: cell.findings))
    }
  }

  /// Returns the findings of a severity, in the report's order.
  package func findings(_ severity: Severity) -> [Finding] {
    findings.filter { self.severity(of: $0) == severity }
  }
}
