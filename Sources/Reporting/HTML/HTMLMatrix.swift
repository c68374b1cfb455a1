import OwnershipGraph

/// The ending × operator matrix of the page, and the cells that somebody has to look at.
struct HTMLMatrix {
  let report: LeakReport

  var html: HTML {
    guard !report.cells.isEmpty else { return "" }
    let matrix = EndingMatrix(report: report)
    let head = matrix.endings.map { ending -> HTML in "<th>\(ending)</th>" }
    let rows = matrix.rows.map { row -> HTML in
      """
      <tr class="row"><td>\(row.source)</td><td>\(row.operator)</td>\(row.squares.map(square))</tr>
      """
    }
    let legend = matrix.outcomes.map { "\($0.symbol) \($0.word)" }.joined(separator: " · ")
    return """
      <section aria-label="Cells">
      <h2>Which ending leaves what</h2>
      <div class="wide"><table id="matrix"><thead><tr><th>source</th><th>operator</th>\(head)</tr></thead>
      <tbody>
      \(rows)
      </tbody></table></div>
      <p class="note">\(legend) · a number counts timings · – no such cell</p>
      \(bad)
      </section>
      """
  }

  private func square(_ square: EndingMatrix.Square?) -> HTML {
    guard let square else { return "<td>–</td>" }
    let name = String(describing: square.outcome)
    guard square.isBad else {
      return "<td class=\"\(name)\">\(square.outcome.symbol) \(square.total)</td>"
    }
    return
      "<td class=\"\(name)\">\(square.outcome.symbol) \(square.count) of \(square.total) \(square.timings.joined(separator: ", "))</td>"
  }

  private var bad: HTML {
    let cells = report.cells.filter { $0.verdict != .pass }
    guard !cells.isEmpty else { return "" }
    let rows = cells.map { cell -> HTML in
      """
      <tr class="row"><td class="\(cell.verdict == .fail ? "failed" : "inconclusive")">\(cell.verdict == .fail ? "✖ failed" : "? inconclusive")</td><td><code>\(cell.id)</code></td><td>\(cell.reason)</td></tr>
      """
    }
    return """
      <h3>Cells to look at</h3>
      <div class="wide"><table><tbody>
      \(rows)
      </tbody></table></div>
      """
  }
}
