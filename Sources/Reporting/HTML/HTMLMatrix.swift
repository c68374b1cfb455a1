import Findings

/// The page's tables of matrix cells: a summary with a row for each ending, and tables by operator
/// and by source. Each number is a link to the findings or cells that it counts.
struct HTMLMatrix {
  let index: ReportIndex
  private var report: LeakReport { index.report }

  /// The summary at the top of the page, with a row for each ending.
  var summary: HTML {
    let summary = EndingSummary(index)
    guard !summary.rows.isEmpty else { return "" }
    let title: HTML = summary.core.map { "<th>\($0.finding.title)</th>" } ?? ""
    let rows = summary.rows.map { row -> HTML in
      let query = Self.query(["ending": row.ending])
      let control: HTML = row.isControl ? " (control)" : ""
      return """
        <tr><td><a href="#\(query)">\(row.title)</a>\(control)</td><td><a href="#\(query)&amp;show=cells">\(ReportVocabulary.grouped(row.cells))</a></td>\(count(row.cycles, query))\(count(row.retained, query))\(core(row, summary.core))</tr>
        """
    }
    return """
      <section aria-label="What each ending leaves">
      <h2>Which ending leaves which cycle</h2>
      <div class="wide"><table id="endings"><thead><tr><th>ending</th><th>cells</th><th>left a cycle</th><th>retained</th>\(title)</tr></thead>
      <tbody>
      \(rows)
      </tbody></table></div>
      </section>
      """
  }

  /// Returns a table cell with the number of matrix cells that have findings. A number above zero
  /// is a link to the findings. A zero is a link to the list of matrix cells.
  private func count(_ count: EndingSummary.Count, _ query: String) -> HTML {
    guard count.cells > 0 else { return "<td><a href=\"#\(query)&amp;show=cells\">0</a></td>" }
    let kind = count.unexpected > 0 ? "failed" : "control"
    return "<td class=\"\(kind)\"><a href=\"#\(query)\">\(count.words)</a></td>"
  }

  private func core(_ row: EndingSummary.Row, _ core: CoreCycle?) -> HTML {
    guard let core else { return "" }
    let cuts = row.cuts.prefix(3).map(\.description).joined(separator: ", ")
    guard row.coreAlive > 0 else {
      return row.cuts.isEmpty ? "<td>–</td>" : "<td>cuts \(cuts)</td>"
    }
    return """
      <td><a href="#\(index.anchor(of: core.finding))"><strong>ALIVE</strong> in \(ReportVocabulary.counted(row.coreAlive, "cell"))</a></td>
      """
  }

  /// The table of endings by operator and the table of endings by source, followed by the cells
  /// that did not pass.
  var matrix: HTML {
    guard !report.cells.isEmpty else { return "" }
    let outcomes = EndingMatrix(report: report).outcomes
    let legend = outcomes.map { "\($0.symbol) \($0.word)" }.joined(separator: " · ")
    return """
      <section aria-label="Cells by operator and source">
      <h2>Ending × operator</h2>
      \(table("operator", id: "matrix", by: \.operator))
      <p class="note">\(legend) · a number counts cells · – no such cell</p>
      <details><summary>Ending × source</summary>\(table("source", id: "sources", by: \.source))</details>
      \(bad)
      </section>
      """
  }

  private func table(_ noun: String, id: String, by key: (CellReport) -> String) -> HTML {
    let groups = index.cells.tableGroups
    let endings = groups.names(in: report.cells)
    var cells: [[String]: [CellReport]] = [:]
    for cell in report.cells {
      cells[[key(cell), groups.name(of: cell.ending)], default: []].append(cell)
    }
    let head = endings.map { ending -> HTML in
      "<th>\(ReportVocabulary.title(ofEnding: ending))</th>"
    }
    let rows = report.cells.map(key).uniqued().map { name -> HTML in
      let squares = endings.map { ending in
        square(
          EndingMatrix.Square(cells[[name, ending]] ?? []),
          Self.query([noun: name, "ending": ending]))
      }
      return "<tr><th>\(name)</th>\(squares)</tr>"
    }
    return """
      <div class="wide tall"><table id="\(id)"><thead><tr><th>\(noun)</th>\(head)</tr></thead>
      <tbody>
      \(rows)
      </tbody></table></div>
      """
  }

  private func square(_ square: EndingMatrix.Square?, _ query: String) -> HTML {
    guard let square else { return "<td>–</td>" }
    let words = square.isBad ? "\(square.count) of \(square.total)" : "\(square.total)"
    return
      "<td class=\"\(String(describing: square.outcome))\"><a href=\"#\(query)&amp;show=cells\">\(square.outcome.symbol) \(words)</a></td>"
  }

  private var bad: HTML {
    let cells = report.cells.filter { $0.verdict != .pass }
    guard !cells.isEmpty else { return "" }
    let rows = cells.prefix(200).map { cell -> HTML in
      """
      <tr class="row"><td class="\(cell.verdict == .fail ? "failed" : "inconclusive")">\(cell.verdict == .fail ? "✖ failed" : "? inconclusive")</td><td><a href="#cell=\(Escaping.uriPath(cell.id))"><code>\(cell.id)</code></a></td><td>\(cell.reason)\(suspects(of: cell))</td></tr>
      """
    }
    let more = cells.count - rows.count
    let rest: HTML = more > 0 ? "<p class=\"note\">\(more) more are in leakcheck.json</p>" : ""
    return """
      <h3>Failed and inconclusive cells</h3>
      <div class="wide"><table><tbody>
      \(rows)
      </tbody></table></div>\(rest)
      """
  }

  private func suspects(of cell: CellReport) -> HTML {
    cell.suspects.isEmpty ? "" : "; suspect: \(HTML(suspects: cell.suspects))"
  }

  /// Returns filters as they appear in the page's address.
  static func query(_ filters: [String: String]) -> String {
    filters.sorted { $0.key < $1.key }.map { "\($0.key)=\(encoded($0.value))" }
      .joined(separator: "&")
  }

  /// Returns a filter's value for use in a URL. All characters except unreserved ones (RFC
  /// 3986: ASCII letters, digits, `-`, `.`, `_` and `~`) are percent-encoded.
  private static func encoded(_ text: String) -> String {
    Escaping.uriPath(text).replacing("/", with: "%2F")
  }
}
