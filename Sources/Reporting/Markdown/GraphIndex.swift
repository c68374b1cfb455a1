import Findings

/// `graphs/README.md`: for each severity and cause, a table with a row for each class of findings
/// (see `FindingClass`), so that a new class does not change other lines. A row shows the title and
/// a small picture of the first finding.
struct GraphIndex {
  let index: ReportIndex

  var file: OutputFile {
    let findings = index.classes.map(\.first)
    let lines =
      [
        FindingPage.opening, "", "# Graphs", "",
        "A page for each kind of finding in [the report](../leakcheck.md). `NAME.dot` contains the"
          + " same picture as `NAME.svg`; `dot -Tsvg NAME.dot` draws it with Graphviz's layout.",
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
    let causes = findings.map(ReportVocabulary.causeName).uniqued()
    return ["", "## \(title)"]
      + causes.flatMap { cause in
        let members = findings.filter { ReportVocabulary.causeName(of: $0) == cause }
        let summaries = members.map(ReportVocabulary.summary).uniqued()
        return ["", "### \(cause)", ""] + (summaries.count == 1 ? summaries + [""] : [])
          + ["| finding | graph |", "| --- | --- |"] + members.map(row)
      }
  }

  /// Returns the title of a finding and its picture, each with a link to the finding's page. The
  /// picture's alternative text is the name of the finding's files.
  private func row(for finding: Finding) -> String {
    let name = index.name(of: finding)
    let picture =
      "<a href=\"\(name).md\"><img src=\"\(name).svg\" alt=\"\(name)\" width=\"280\"></a>"
    return "| [\(Escaping.code(finding.title))](\(name).md) | \(picture) |"
  }
}
