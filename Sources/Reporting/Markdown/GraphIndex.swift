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
      "| " + cells[start..<min(start + Self.columns, cells.count)].joined(separator: " | ") + " |"
    }
    let lines =
      [
        FindingPage.opening, "", "# Graphs", "",
        "A page for each finding of [the report](../leakcheck.md). Beside `NAME.svg` is `NAME.dot`,"
          + " which `dot -Tsvg NAME.dot` draws with Graphviz's layout.", "",
        "|" + String(repeating: " |", count: Self.columns),
        "|" + String(repeating: " --- |", count: Self.columns),
      ] + rows
      + (others.isEmpty ? [] : ["", "## Controls with the same cycles from other sources", ""])
      + others.map { "- [\(index.name(of: $0))](\(index.name(of: $0)).md)" }
    return OutputFile(path: "graphs/README.md", contents: lines.joined(separator: "\n") + "\n")
  }

  private func thumbnail(of finding: Finding) -> String {
    let name = index.name(of: finding)
    let mark = ReportVocabulary.mark(of: finding, in: index.report)
    return "<img src=\"\(name).svg\" alt=\"\" width=\"280\"><br>\(mark) [\(name)](\(name).md)"
  }
}
