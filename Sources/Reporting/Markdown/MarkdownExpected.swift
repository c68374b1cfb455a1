import Findings

/// What controls must show and what a baseline knows: a row each, grouped by cause.
struct MarkdownExpected {
  let index: ReportIndex
  let pictures: MarkdownPictures

  init(index: ReportIndex, _ pictures: MarkdownPictures) {
    self.index = index
    self.pictures = pictures
  }

  var lines: [String] {
    let notes = index.report.findings(.note)
    let groups: [(title: String, findings: [Finding])] = [
      ("known and accepted", notes.filter { $0.status != .expected }),
      (
        "controls: cycles that must be there",
        notes.filter { $0.status == .expected && ReportVocabulary.isCycle($0) }
      ),
      (
        "retained objects that must be there",
        notes.filter { $0.status == .expected && !ReportVocabulary.isCycle($0) }
      ),
    ]
    let parts = groups.filter { !$0.findings.isEmpty }.map { group in
      MarkdownText.folded("\(group.findings.count) \(group.title)", table(of: group.findings))
    }
    return Array(parts.joined(separator: [""]))
  }

  private func table(of findings: [Finding]) -> [String] {
    let causes = findings.map(ReportVocabulary.causeName).uniqued()
    return ["| cause | finding | objects | cells | |", "| --- | --- | ---: | ---: | --- |"]
      + causes.flatMap { cause in
        findings.filter { ReportVocabulary.causeName(of: $0) == cause }.map(row)
      }
  }

  private func row(for finding: Finding) -> String {
    let reason =
      finding.status == .accepted
      ? "<br>" + Escaping.markdown(ReportVocabulary.acceptance(of: finding)) : ""
    let links =
      pictures == .files
      ? "[trace](\(index.path(of: finding, "md"))) · [graph](\(index.graphPath(of: finding)))"
      : Escaping.code(finding.fingerprint)
    let columns = [
      ReportVocabulary.causeName(of: finding), Escaping.code(finding.title) + reason,
      String(finding.objectCount), String(finding.cells.count), links,
    ]
    return "| " + columns.joined(separator: " | ") + " |"
  }
}
