import OwnershipGraph

/// The ending × operator matrix: a row a source and operator, a column an ending.
///
/// A square sums up the timings of its cells: the worst of them, and how many.
struct EndingMatrix {
  /// How a cell came out, mildest first.
  private enum Outcome: Int, Comparable, CaseIterable {
    case clean, held, control, inconclusive, failed

    init(_ cell: CellReport) {
      switch (cell.verdict, cell.expectation) {
      case (.fail, _): self = .failed
      case (.inconclusive, _): self = .inconclusive
      case (.pass, .clean): self = .clean
      case (.pass, .held): self = .held
      case (.pass, .cycle): self = .control
      }
    }

    var symbol: String {
      switch self {
      case .clean: "✓"
      case .held: "●"
      case .control: "◆"
      case .inconclusive: "?"
      case .failed: "✖"
      }
    }

    var word: String {
      switch self {
      case .clean: "clean: nothing survives"
      case .held: "held: a named root keeps it, as expected"
      case .control: "control: the cycle is there, as it must be"
      case .inconclusive: "inconclusive"
      case .failed: "failed: something survives, or a control does not"
      }
    }

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  let report: LeakReport

  var lines: [String] {
    guard !report.cells.isEmpty else { return [] }
    let endings = ReportVocabulary.endings(of: report.cells)
    var squares: [[String]: [CellReport]] = [:]
    for cell in report.cells { squares[[cell.source, cell.operator, cell.ending], default: []].append(cell) }
    var lines = ["## Which ending leaves what", ""]
    lines.append(
      "| source | operator | " + endings.map(Escaping.code).joined(separator: " | ") + " |")
    lines.append("| --- | --- |" + String(repeating: " --- |", count: endings.count))
    for row in report.cells.map({ [$0.source, $0.operator] }).uniqued() {
      let columns = endings.map { square(squares[row + [$0]] ?? []) }
      lines.append(
        "| " + row.map(Escaping.markdown).joined(separator: " | ") + " | "
          + columns.joined(separator: " | ") + " |")
    }
    let present = Set(report.cells.map(Outcome.init))
    let legend = Outcome.allCases.filter(present.contains).map { "\($0.symbol) \($0.word)" }
    lines += [
      "", legend.joined(separator: " · ") + " · a number counts timings · – no such cell",
    ]
    return lines
  }

  private func square(_ cells: [CellReport]) -> String {
    let outcomes = cells.map(Outcome.init)
    guard let worst = outcomes.max() else { return "–" }
    let count = outcomes.count { $0 == worst }
    guard worst == .failed || worst == .inconclusive else {
      return "\(worst.symbol) \(cells.count)"
    }
    let bad = zip(cells, outcomes).filter { $0.1 == worst }.map(\.0)
    let timings = bad.map(\.timing).uniqued().map(Escaping.markdown).joined(separator: ", ")
    return "**\(worst.symbol) \(count) of \(cells.count)** \(timings)"
  }
}
