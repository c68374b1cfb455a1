import Findings

/// The matrix cells in which the findings of a class (see `FindingClass`) occurred. The report has
/// one line for each source of these cells, so a new cell changes only one line.
struct MarkdownClass {
  private static let maxTitles = 10
  private static let maxSources = 4
  /// The text that a cell's id contains in place of the operator if the cell has no operator.
  private static let noOperator = "-"

  let members: FindingClass
  let index: ReportIndex
  /// See ``MarkdownFinding/isPage``.
  let isPage: Bool
  let pictures: MarkdownPictures

  init(
    _ members: FindingClass, index: ReportIndex, isPage: Bool, _ pictures: MarkdownPictures
  ) {
    self.members = members
    self.index = index
    self.isPage = isPage
    self.pictures = pictures
  }

  var lines: [String] {
    let title = members.first.title
    guard members.first.status != .expected,
      members.others.contains(where: { $0.title != title })
    else { return seen(in: members.members) }
    return seen(in: members.members.filter { $0.title == title }) + [""]
      + others(members.others.filter { $0.title != title })
  }

  /// Returns a line for each source, with its operators: `` - `create`: map, filter ``. The endings
  /// are not included, because earlier lines of the report list them.
  private func seen(in findings: [Finding]) -> [String] {
    let cells = findings.flatMap(\.cells).map { Cell($0) }.uniqued()
    guard !cells.isEmpty else { return [] }
    let sources = cells.map(\.source).uniqued()
    let hasOperators = cells.contains { $0.operator != Self.noOperator }
    let lines = sources.map { source in
      let operators = cells.filter { $0.source == source }.map(\.operator).uniqued()
        .map { $0 == Self.noOperator && hasOperators ? "without an operator" : $0 }
      let names = operators.map(Escaping.markdown).joined(separator: ", ")
      return "- \(Escaping.code(source))" + (hasOperators ? ": " + names : "")
    }
    let shown = isPage ? lines : Array(lines.prefix(Self.maxSources))
    let more = lines.count - shown.count
    return ["Seen with these sources\(hasOperators ? " and operators" : ""):", ""] + shown
      + (more > 0 ? ["- and \(ReportVocabulary.counted(more, "more source"))"] : [])
  }

  /// Returns lines about the findings that have the same mistake but different types: on the page
  /// of the class, a trace for each title; elsewhere, a link to that page or, if there are no files
  /// in `graphs/`, a line for each title.
  private func others(_ findings: [Finding]) -> [String] {
    let head =
      "**\(ReportVocabulary.counted(findings.count, "more finding"))** with other types "
      + (findings.count == 1 ? "has" : "have") + " the same cause"
    guard isPage || pictures != .files else {
      return ["\(head): [trace](\(index.path(of: members.first, "md")))"]
    }
    var titles: Set<String> = []
    let distinct = findings.filter { titles.insert($0.title).inserted }
    let shown = distinct.prefix(Self.maxTitles)
    let more = distinct.count - shown.count
    return ["\(head):", ""]
      + (isPage ? shown.flatMap(folded) : shown.map { "- \(line(for: $0))" })
      + (more > 0 ? ["- and \(ReportVocabulary.counted(more, "more cycle"))"] : [])
  }

  private func line(
    for finding: Finding, quoting quote: (String) -> String = Escaping.code
  ) -> String {
    let cell = finding.cells.first.map { " in \(quote(Escaping.line(Cell($0).scenario)))" } ?? ""
    return "\(quote(Escaping.line(finding.title)))\(cell), \(quote(finding.fingerprint))"
  }

  private func folded(_ finding: Finding) -> [String] {
    MarkdownText.folded(
      // Markdown is not interpreted inside an HTML tag.
      line(for: finding, quoting: { "<code>\(HTML.escaped($0))</code>" }),
      Escaping.fenced(TraceDrawing(of: finding).lines(), language: "text")) + [""]
  }

  /// The parts of a cell's id.
  private struct Cell: Hashable {
    var source: String
    var `operator`: String
    var ending: String

    init(_ id: String) {
      var parts = id.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      // The last part is the timing.
      if parts.count > 3 { parts.removeLast() }
      ending = parts.count > 2 ? parts.removeLast() : ""
      source = parts.first ?? id
      `operator` = parts.dropFirst().joined(separator: "/")
    }

    var scenario: String { [source, `operator`, ending].joined(separator: "/") }
  }
}
