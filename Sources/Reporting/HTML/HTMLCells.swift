import OwnershipGraph

/// The cells of the matrix, as data for the page's script. The script lists the cells that the
/// reader selects.
struct HTMLCells {
  let index: ReportIndex

  var html: HTML {
    let report = index.report
    guard !report.cells.isEmpty else { return "" }
    return """
      <section aria-label="Cells" id="cells" hidden="hidden">
      <h2>Cells</h2>
      <p class="note" id="cell-count"></p>
      <div class="wide"><table><tbody id="cell-rows"></tbody></table></div>
      <div id="cell-data" hidden="hidden" data-cells="\(data)"></div>
      </section>
      """
  }

  /// The data as JSON. For each cell, `rows` contains a list of the form
  /// `[source, operator, ending, timing, verdict, findings…]`. These elements are not texts, but
  /// the indices of the texts in `texts`.
  ///
  /// Tables show some variants of an ending under the base ending, such as `completion`. `folded`
  /// maps each of these variants to its base ending.
  private var data: String {
    var table = TextTable()
    let rows = index.report.cells.map { cell -> String in
      let verdict =
        "\(EndingMatrix.Outcome(cell).symbol) \(String(describing: EndingMatrix.Outcome(cell)))"
      let texts = [cell.source, cell.operator, cell.ending, cell.timing, verdict]
      let own = Set(cell.findings)
      let anchors = index.report.findings.filter { own.contains($0.fingerprint) }
        .map(index.anchor)
      return "[" + (texts + anchors).map { String(table.index(of: $0)) }.joined(separator: ",")
        + "]"
    }
    let texts = table.texts.map { Escaping.jsonString(Escaping.line($0)) }
    let folded = index.cells.tableGroups.folded.sorted { $0.key < $1.key }.map {
      "\(Escaping.jsonString(Escaping.line($0.key))):\(Escaping.jsonString(Escaping.line($0.value)))"
    }
    return "{\"texts\":[\(texts.joined(separator: ","))],\"rows\":[\(rows.joined(separator: ","))],"
      + "\"folded\":{\(folded.joined(separator: ","))}}"
  }

  /// A table that contains each text once.
  private struct TextTable {
    private(set) var texts: [String] = []
    private var indexOf: [String: Int] = [:]

    mutating func index(of text: String) -> Int {
      if let index = indexOf[text] { return index }
      indexOf[text] = texts.count
      texts.append(text)
      return texts.count - 1
    }
  }
}
