import Findings

/// `graphs/README.md`: a line with a thumbnail for each class of findings (see `FindingClass`), so
/// that a new class does not change other lines.
struct GraphIndex {
  let index: ReportIndex

  var file: OutputFile {
    let findings = index.classes.map(\.first)
    let lines =
      [
        FindingPage.opening, "", "# Graphs", "",
        "A page for each cycle of [the report](../leakcheck.md). Beside `NAME.svg` is `NAME.dot`,"
          + " which `dot -Tsvg NAME.dot` draws with Graphviz's layout.",
      ]
      + Severity.allCases.reversed().flatMap { severity in
        section(of: findings.filter { index.report.severity(of: $0) == severity }, severity)
      }
    return OutputFile(path: "graphs/README.md", contents: lines.joined(separator: "\n") + "\n")
  }

  private func section(of findings: [Finding], _ severity: Severity) -> [String] {
    guard !findings.isEmpty else { return [] }
    let title =
      switch severity {
      case .error: "Errors"
      case .warning: "Warnings"
      case .note: "Controls and known findings"
      }
    return ["", "## \(title)", ""] + findings.map(thumbnail)
  }

  /// Returns a small picture of a finding. The alternative text is the name of the finding's files.
  private func thumbnail(of finding: Finding) -> String {
    let name = index.name(of: finding)
    return "<a href=\"\(name).md\"><img src=\"\(name).svg\" alt=\"\(name)\" width=\"280\"></a>"
  }
}
