extension LeakReport {
  /// Returns the report with the baseline's statuses and the verdict of a gate.
  ///
  /// A cell counts as known rather than failed if none of the findings that fail it is gated. For
  /// this count, ``FailOn/none`` gates the same findings as ``FailOn/new``.
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
      report.findings[index].reason = entry?.words ?? ""
    }
    let failed = cells.count { $0.verdict == .fail }
    let counting = failOn == .none ? FailOn.new : failOn
    let gating = report.cells.count { $0.verdict == .fail && !report.isExcused($0, by: counting) }
    report.summary.failedCells = gating
    report.summary.knownCells = failed - gating
    report.summary.unexpectedCycles = report.findings.count(where: \.isUnexpectedCycle)
    report.summary.verdict = report.verdict(failing: failOn)
    return report
  }

  /// Returns the verdict of the gate.
  ///
  /// An inconclusive run is never clean: ``FailOn/none`` ignores leaks, but not the failure to
  /// search for them.
  ///
  /// - Complexity: O(*c* · *f*) for *c* failed cells and *f* findings.
  package func verdict(failing failOn: FailOn) -> Verdict {
    let isLeaking =
      cells.contains { $0.verdict == .fail && !isExcused($0, by: failOn) }
      || findings.contains { failOn.gates($0) && $0.rule != .controlNotSeen }
    if isLeaking { return .leaking }
    let isBlind =
      cells.contains { $0.verdict == .inconclusive } || !mutants.allSatisfy(\.isCaught)
      || summary.controlsSeen < summary.controlsExpected || summary.verdict == .inconclusive
    return isBlind ? .inconclusive : .clean
  }

  /// Returns whether none of the findings that fail a cell is gated. A cell that fails without a
  /// finding is excused only by ``FailOn/none``.
  private func isExcused(_ cell: CellReport, by failOn: FailOn) -> Bool {
    if failOn == .none { return true }
    let own = Set(cell.findings)
    let unexpected = findings.filter { own.contains($0.fingerprint) && $0.status != .expected }
    return !unexpected.isEmpty && unexpected.allSatisfy { !failOn.gates($0) }
  }
}
