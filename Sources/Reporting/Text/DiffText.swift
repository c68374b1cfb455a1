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
    lines += diff.unchanged.map { style.warning("• unchanged") + line(for: $0) }
    lines += diff.notRun.map {
      style.warning("? not run") + line(for: $0) + "  none of its cells ran in HEAD"
    }
    lines.append(result)
    return lines.joined(separator: "\n") + "\n"
  }

  private var result: String {
    var parts = [
      "\(diff.new.count) new", "\(diff.fixed.count) fixed", "\(diff.unchanged.count) unchanged",
    ]
    if !diff.notRun.isEmpty { parts.append("\(diff.notRun.count) not run") }
    if diff.isHeadInconclusive { parts.append("HEAD is inconclusive") }
    let text = "leakcheck: " + parts.joined(separator: ", ")
    if !diff.new.isEmpty { return style.failure(text) }
    return diff.isHeadInconclusive || !diff.notRun.isEmpty
      ? style.warning(text) : style.success(text)
  }

  private func line(for finding: Finding) -> String {
    "  \(finding.fingerprint)  \(ReportVocabulary.causeName(of: finding))  "
      + ReportVocabulary.types(of: finding).map(Escaping.line).joined(separator: ", ")
  }
}
