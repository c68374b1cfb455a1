package import Findings

/// The differences between two reports, as text for the terminal. The last line is a summary.
package struct DiffText: Sendable {
  private let diff: ReportDiff
  private let head: LeakReport
  private let style: Style

  package init(of diff: ReportDiff, head: LeakReport, style: Style = .plain) {
    self.diff = diff
    self.head = head
    self.style = style
  }

  /// The whole text, which ends with a line feed.
  package var text: String {
    let report = TextReport(of: head, style: style)
    var lines: [String] = []
    for finding in diff.new { lines += ["new:"] + report.section(for: finding) + [""] }
    lines += diff.fixed.map { style.success("✓ fixed") + line(for: $0) }
    let gated = Set(gatedUnchanged.map(\.fingerprint))
    lines += diff.unchanged.map { finding -> String in
      let isGated = gated.contains(finding.fingerprint)
      let mark = isGated ? style.failure("✖ unchanged") : style.warning("• unchanged")
      return mark + line(for: finding)
    }
    lines += diff.missing.map {
      style.warning("? missing") + line(for: $0)
        + "  \(obstacle(to: $0)), so the leak may still exist"
    }
    lines += diff.notRun.map {
      style.warning("? not run") + line(for: $0) + "  none of its cells ran in HEAD"
    }
    lines.append(result)
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns a reason why a finding that is not in HEAD may still exist. If there are several
  /// reasons, the last line of the text lists all of them.
  private func obstacle(to missing: Finding) -> String {
    if !missing.cells.isEmpty { return "its cells in HEAD are inconclusive" }
    if diff.hasHeadFailed { return "\(programOfHead) failed" }
    return diff.isHeadInconclusive
      ? "HEAD is inconclusive" : "HEAD did not examine all programs of BASE"
  }

  private var programOfHead: String {
    (head.program?.names.count ?? 0) > 1 ? "a program of HEAD" : "the program of HEAD"
  }

  private var gatedUnchanged: [Finding] { diff.gatedUnchanged(by: head.failOn) }

  private var result: String {
    let failing = "\(gatedUnchanged.count) fail because of --fail-on \(head.failOn)"
    let gated = gatedUnchanged.isEmpty ? nil : failing
    var parts = [
      "\(diff.new.count) new", "\(diff.fixed.count) fixed",
      "\(diff.unchanged.count) unchanged" + ReportVocabulary.remarks([gated]),
    ]
    if !diff.missing.isEmpty { parts.append("\(diff.missing.count) missing") }
    if !diff.notRun.isEmpty { parts.append("\(diff.notRun.count) not run") }
    if !diff.missing.isEmpty, !diff.unexaminedPrograms.isEmpty {
      let names = ReportVocabulary.list(diff.unexaminedPrograms.map { Escaping.line($0) })
      parts.append("HEAD did not examine \(names)")
    }
    if diff.isHeadInconclusive { parts.append("HEAD is inconclusive") }
    if let failure = head.program?.failure {
      parts.append("\(programOfHead) failed: \(Escaping.line(failure))")
    }
    let text = "leakcheck: " + parts.joined(separator: ", ")
    switch diff.verdict(failing: head.failOn) {
    case .leaking: return style.failure(text)
    case .inconclusive, .failed: return style.warning(text)
    case .clean: return diff.new.isEmpty ? style.success(text) : style.warning(text)
    }
  }

  private func line(for finding: Finding) -> String {
    "  \(finding.fingerprint)  \(ReportVocabulary.causeName(of: finding))  "
      + ReportVocabulary.types(of: finding).map(Escaping.line).joined(separator: ", ")
  }
}
