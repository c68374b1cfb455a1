/// The differences between two reports, BASE and HEAD. Findings are compared by fingerprint.
package struct ReportDiff: Hashable, Sendable {
  /// Findings in HEAD and not in BASE, in HEAD's order.
  package private(set) var new: [Finding] = []
  /// Findings in both, as shown in HEAD.
  package private(set) var unchanged: [Finding] = []
  /// Findings in BASE and not in HEAD. HEAD examined at least one of their matrix cells or, for
  /// findings without cells, the program.
  package private(set) var fixed: [Finding] = []
  /// Findings in BASE and not in HEAD that may not be fixed. In HEAD, their matrix cells are
  /// inconclusive; for findings without cells, HEAD itself is inconclusive, its program failed, or
  /// it did not examine all programs of BASE.
  package private(set) var missing: [Finding] = []
  /// All other findings in BASE and not in HEAD. HEAD ran none of their matrix cells, so it is
  /// unknown whether they are fixed.
  package private(set) var notRun: [Finding] = []
  /// A Boolean value indicating whether HEAD is inconclusive.
  package let isHeadInconclusive: Bool
  /// A Boolean value indicating whether the program of HEAD failed. It may have ended before it ran
  /// the code that leaks.
  package let hasHeadFailed: Bool
  /// The names of the programs that BASE examined and HEAD did not.
  package let unexaminedPrograms: [String]

  /// Compares two reports, ignoring expected findings, which are known leaks of tests.
  package init(base: LeakReport, head: LeakReport) {
    let before = base.findings.filter { $0.status != .expected }
    // A finding with the rule `controlNotSeen` is not a leak: it reports that a known leak was not
    // found.
    let after = head.findings.filter { $0.status != .expected && $0.rule != .controlNotSeen }
    let known = Set(before.map(\.fingerprint))
    let seen = Set(after.map(\.fingerprint))
    let cells = Set(head.cells.map(\.id))
    let examined = Set(head.cells.filter { $0.verdict != .inconclusive }.map(\.id))
    isHeadInconclusive = head.verdict(failing: .none) == .inconclusive
    hasHeadFailed = head.program?.failure != nil
    let names = Set(head.program?.names ?? [])
    unexaminedPrograms = (base.program?.names ?? []).filter { !names.contains($0) }
    let isProgramExamined =
      !isHeadInconclusive && !hasHeadFailed && unexaminedPrograms.isEmpty
    for finding in after {
      if known.contains(finding.fingerprint) {
        unchanged.append(finding)
      } else {
        new.append(finding)
      }
    }
    for finding in before where !seen.contains(finding.fingerprint) {
      let isProgram = finding.cells.isEmpty
      if isProgram ? isProgramExamined : finding.cells.contains(where: examined.contains) {
        fixed.append(finding)
      } else if isProgram || finding.cells.contains(where: cells.contains) {
        missing.append(finding)
      } else {
        notRun.append(finding)
      }
    }
  }

  /// Returns the unchanged findings that fail the CI gate. The result is empty unless `failOn` is
  /// ``FailOn/all``.
  package func gatedUnchanged(by failOn: FailOn) -> [Finding] {
    failOn == .all ? unchanged.filter(failOn.gates) : []
  }

  /// Returns the verdict of the CI gate on the differences.
  ///
  /// New findings fail the gate according to `failOn`. With ``FailOn/all``, unchanged findings fail
  /// it as well. Otherwise, the verdict is inconclusive if HEAD is inconclusive, its program
  /// failed, or ``missing`` or ``notRun`` is not empty.
  package func verdict(failing failOn: FailOn) -> LeakReport.Verdict {
    if new.contains(where: failOn.gates) || !gatedUnchanged(by: failOn).isEmpty { return .leaking }
    let isInconclusive =
      isHeadInconclusive || hasHeadFailed || !missing.isEmpty || !notRun.isEmpty
    return isInconclusive ? .inconclusive : .clean
  }
}
