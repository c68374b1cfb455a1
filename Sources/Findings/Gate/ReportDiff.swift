/// The differences between two reports, BASE and HEAD. Findings are compared by fingerprint.
package struct ReportDiff: Hashable, Sendable {
  /// Findings in HEAD and not in BASE, in HEAD's order.
  package private(set) var new: [Finding] = []
  /// Findings in both, as shown in HEAD.
  package private(set) var unchanged: [Finding] = []
  /// Findings in BASE and not in HEAD, although HEAD ran at least one of their matrix cells.
  /// Findings without cells are included.
  package private(set) var fixed: [Finding] = []
  /// All other findings in BASE and not in HEAD. HEAD ran none of their matrix cells, so it is
  /// unknown whether they are fixed.
  package private(set) var notRun: [Finding] = []
  /// A Boolean value indicating whether HEAD is inconclusive.
  package let isHeadInconclusive: Bool

  /// Compares two reports, ignoring expected findings, which are known leaks of tests.
  package init(base: LeakReport, head: LeakReport) {
    let before = base.findings.filter { $0.status != .expected }
    // A finding with the rule `controlNotSeen` is not a leak: it reports that a known leak was not
    // found.
    let after = head.findings.filter { $0.status != .expected && $0.rule != .controlNotSeen }
    let known = Set(before.map(\.fingerprint))
    let seen = Set(after.map(\.fingerprint))
    let cells = Set(head.cells.map(\.id))
    isHeadInconclusive = head.verdict(failing: .none) == .inconclusive
    for finding in after {
      if known.contains(finding.fingerprint) {
        unchanged.append(finding)
      } else {
        new.append(finding)
      }
    }
    for finding in before where !seen.contains(finding.fingerprint) {
      if finding.cells.isEmpty || finding.cells.contains(where: cells.contains) {
        fixed.append(finding)
      } else {
        notRun.append(finding)
      }
    }
  }

  /// Returns the verdict of the CI gate on the differences.
  ///
  /// New findings fail the gate according to `failOn`. With ``FailOn/all``, unchanged findings fail
  /// it as well. If no finding fails the gate, the verdict is inconclusive if HEAD is inconclusive
  /// or ``notRun`` is not empty.
  package func verdict(failing failOn: FailOn) -> LeakReport.Verdict {
    let judged = failOn == .all ? new + unchanged : new
    if judged.contains(where: failOn.gates) { return .leaking }
    return isHeadInconclusive || !notRun.isEmpty ? .inconclusive : .clean
  }
}
