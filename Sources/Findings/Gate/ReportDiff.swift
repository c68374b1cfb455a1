/// What changed from one report to another, by fingerprint.
package struct ReportDiff: Hashable, Sendable {
  /// In HEAD and not in BASE, in HEAD's order.
  package private(set) var new: [Finding] = []
  /// In both, as HEAD shows them.
  package private(set) var unchanged: [Finding] = []
  /// In BASE, and not in HEAD though HEAD ran one of its cells.
  package private(set) var fixed: [Finding] = []
  /// In BASE, and HEAD ran none of its cells: unknown.
  package private(set) var notRun: [Finding] = []
  /// A Boolean value indicating whether HEAD says by itself that it could not look.
  package let isHeadInconclusive: Bool

  /// Compares two reports; what controls must show is no part of either.
  package init(base: LeakReport, head: LeakReport) {
    let before = base.findings.filter { $0.status != .expected }
    // A blind head is inconclusive, which is not a leak.
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

  /// What the gate makes of the change.
  package func verdict(failing failOn: FailOn) -> LeakReport.Verdict {
    switch failOn {
    case .new where !new.isEmpty: .leaking
    case .all where !(new + unchanged).isEmpty: .leaking
    default: isHeadInconclusive || !notRun.isEmpty ? .inconclusive : .clean
    }
  }
}
