import Findings

/// `graphs/README.md`: the findings with a thumbnail each.
struct GraphIndex {
  private static let columns = 3

  let index: ReportIndex

  var file: OutputFile {
    let report = index.report
    let all = Severity.allCases.reversed().flatMap { report.findings($0) }
    let ordered = all.filter(index.isPictured)
    let others = all.filter { !index.isPictured($0) }
    let cells = ordered.map(thumbnail)
    let rows = stride(from: 0, to: cells.count, by: Self.columns).map { start in
      "<tr>" + cells[start..<min(start + Self.columns, cells.count)].joined() + "</tr>"
    }
    let lines =
      [
        FindingPage.opening, "", "# Graphs", "",
        "A page and a DOT file for each finding of [the report](../leakcheck.md), with a picture."
          + " `dot -Tsvg NAME.dot` draws the same graph with Graphviz's layout.", "", "<table>",
      ] + rows + ["</table>"]
      + (others.isEmpty ? [] : ["", "## Controls of the same sources and operators together", ""])
      + others.map { "- [\(index.name(of: $0))](\(index.name(of: $0)).md)" }
    return OutputFile(path: "graphs/README.md", contents: lines.joined(separator: "\n") + "\n")
  }

  private func thumbnail(of finding: Finding) -> String {
    let name = index.name(of: finding)
    let mark = ReportVocabulary.mark(of: finding, in: index.report)
    return
      "<td width=\"33%\"><a href=\"\(name).md\"><img src=\"\(name).svg\" alt=\"\" width=\"280\"></a><br>"
      + "\(mark) \(HTML.escaped(name)) · <a href=\"\(name).dot\">DOT</a></td>"
  }
}
