import Findings

/// The findings that need no action: known leaks of tests, findings in the baseline, and known
/// leaks of libraries. Their tables have a row for each class of findings (see `FindingClass`).
/// Rows with the same cause are adjacent.
struct MarkdownExpected {
  let index: ReportIndex
  let pictures: MarkdownPictures

  init(index: ReportIndex, _ pictures: MarkdownPictures) {
    self.index = index
    self.pictures = pictures
  }

  var lines: [String] {
    let notes = index.report.findings(.note)
    let groups: [(noun: String, rest: String, findings: [Finding])] = [
      ("known or accepted finding", "", notes.filter { $0.status != .expected }),
      (
        "expected cycle", " of controls",
        notes.filter { $0.status == .expected && $0.rule.isCycle }
      ),
      (
        "expected finding", " about retained objects",
        notes.filter { $0.status == .expected && !$0.rule.isCycle }
      ),
    ]
    let parts = groups.filter { !$0.findings.isEmpty }.map { group in
      MarkdownText.folded(
        ReportVocabulary.counted(group.findings.count, group.noun) + group.rest,
        table(of: group.findings))
    }
    return Array(parts.joined(separator: [""]))
  }

  /// Returns a table with a row for each class of findings. A row does not contain the number of
  /// objects, so it does not change if a cycle retains one more object.
  private func table(of findings: [Finding]) -> [String] {
    let fingerprints = Set(findings.map(\.fingerprint))
    let classes = index.classes.filter { fingerprints.contains($0.first.fingerprint) }
    let causes = classes.map { ReportVocabulary.causeName(of: $0.first) }.uniqued()
    return ["| cause | finding | seen with | |", "| --- | --- | --- | --- |"]
      + causes.flatMap { cause in
        classes.filter { ReportVocabulary.causeName(of: $0.first) == cause }.map(row)
      }
  }

  private func row(for members: FindingClass) -> String {
    let finding = members.first
    let reason =
      finding.status == .accepted
      ? "<br>" + Escaping.markdown(ReportVocabulary.acceptance(of: finding)) : ""
    let links =
      pictures == .files
      ? "[trace](\(index.path(of: finding, "md"))) · [graph](\(index.path(of: finding, "svg")))"
      : Escaping.code(finding.fingerprint)
    let columns = [
      ReportVocabulary.causeName(of: finding), Escaping.code(finding.title) + reason,
      seen(members), links,
    ]
    return "| " + columns.joined(separator: " | ") + " |"
  }

  /// Returns the sources and operators of the matrix cells in which findings of a class occurred:
  /// `` `create/map` and 9 more ``.
  private func seen(_ members: FindingClass) -> String {
    let scenarios = members.members.flatMap(\.cells).map { cell in
      cell.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
        .joined(separator: "/")
    }.uniqued()
    guard let first = scenarios.first else { return "" }
    return Escaping.code(first)
      + (scenarios.count > 1 ? " and \(scenarios.count - 1) more" : "")
  }
}
