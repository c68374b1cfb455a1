extension LeakReport {
  /// Returns a copy of the report with the statuses that a baseline assigns to the findings, and
  /// with the resulting verdict of the CI gate.
  ///
  /// The summary counts a failed matrix cell as known if it has findings and none of them fails the
  /// gate, and a cycle as unexpected if it fails the gate. With ``FailOn/none``, the counts are the
  /// same as with ``FailOn/new``.
  ///
  /// - Parameters:
  ///   - baseline: The known and accepted findings.
  ///   - failOn: The findings that fail the run.
  package func applying(_ baseline: Baseline, failOn: FailOn = .new) -> LeakReport {
    var report = self
    report.failOn = failOn
    for index in report.findings.indices {
      let entry = baseline.entry(for: report.findings[index])
      report.findings[index].status = baseline.status(of: report.findings[index])
      report.findings[index].reason = entry?.annotation ?? ""
    }
    let failed = cells.count { $0.verdict == .fail }
    let gating = report.cells.count {
      $0.verdict == .fail && !report.isExcused($0, by: report.countedFailOn)
    }
    report.summary.failedCells = gating
    report.summary.knownCells = failed - gating
    report.countUnexpectedCycles()
    report.summary.verdict = report.verdict(failing: failOn)
    return report
  }

  /// The findings that the summary counts as failing the CI gate.
  private var countedFailOn: FailOn { failOn == .none ? .new : failOn }

  /// Sets the summary's number of unexpected cycles to the number of listed cycles that fail the
  /// CI gate; see ``applying(_:failOn:)``.
  mutating func countUnexpectedCycles() {
    let counted = countedFailOn
    summary.unexpectedCycles = findings.count { $0.rule.isCycle && counted.gates($0) }
  }

  /// Returns the verdict of the CI gate.
  ///
  /// An inconclusive run is never clean: ``FailOn/none`` ignores leaks, but not an incomplete
  /// search.
  ///
  /// - Complexity: O(*c* · *f*) for *c* failed cells and *f* findings.
  package func verdict(failing failOn: FailOn) -> Verdict {
    let isLeaking =
      cells.contains { $0.verdict == .fail && !isExcused($0, by: failOn) }
      || findings.contains { failOn.gates($0) && $0.rule != .controlNotSeen }
    if isLeaking { return .leaking }
    let isInconclusive =
      cells.contains { $0.verdict == .inconclusive } || !mutants.allSatisfy(\.isCaught)
      || summary.controlsSeen < summary.controlsExpected || summary.verdict == .inconclusive
      || summary.isIncomplete == true
    if isInconclusive { return .inconclusive }
    return program?.failure == nil ? .clean : .failed
  }

  /// Returns whether a failed matrix cell does not fail the CI gate, because none of its findings
  /// fails the gate. A cell that failed without a finding is excused only by ``FailOn/none``.
  private func isExcused(_ cell: CellReport, by failOn: FailOn) -> Bool {
    if failOn == .none { return true }
    let own = Set(cell.findings)
    let unexpected = findings.filter { own.contains($0.fingerprint) && $0.status != .expected }
    return !unexpected.isEmpty && unexpected.allSatisfy { !failOn.gates($0) }
  }
}
