import Findings

/// A table of the outcomes of matrix cells, with a row for each pair of source and operator and a
/// column for each ending.
///
/// A square of the table summarizes cells that differ only in their timing. It contains the worst
/// outcome and the number of cells with that outcome.
struct EndingMatrix {
  /// The outcome of a cell. The cases are in order of severity, mildest first.
  enum Outcome: Int, Comparable, CaseIterable {
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
      case .held: "retained by a named root, as expected"
      case .control: "control: the cycle is present, as expected"
      case .inconclusive: "inconclusive: leaks may be hidden"
      case .failed:
        "failed: unexpected objects survive, a check failed, or a trial did not fix the leak of a"
          + " control"
      }
    }

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// Cells that a table summarizes together, such as all cells of one source, operator and ending.
  struct Square {
    /// The worst outcome.
    var outcome: Outcome
    /// The number of cells that have the worst outcome.
    var count: Int
    /// The number of all cells in the square.
    var total: Int
    /// The timings of the cells that have the worst outcome.
    var timings: [String]

    init?(_ cells: [CellReport]) {
      let outcomes = cells.map(Outcome.init)
      guard let worst = outcomes.max() else { return nil }
      let bad = zip(cells, outcomes).filter { $0.1 == worst }.map(\.0)
      outcome = worst
      count = bad.count
      total = cells.count
      timings = bad.map(\.timing).uniqued()
    }

    /// A Boolean value indicating whether the cells need attention.
    var isBad: Bool { outcome == .failed || outcome == .inconclusive }
  }

  /// A pair of source and operator, with a square for each ending that occurs in the report.
  struct Row {
    var source: String
    var `operator`: String
    var squares: [Square?]
  }

  let endings: [String]
  let rows: [Row]
  /// The outcomes that occur, mildest first.
  let outcomes: [Outcome]

  init(report: LeakReport) {
    let endings = ReportVocabulary.endings(of: report.cells)
    var cells: [[String]: [CellReport]] = [:]
    for cell in report.cells {
      cells[[cell.source, cell.operator, cell.ending], default: []].append(cell)
    }
    self.endings = endings
    rows = report.cells.map { [$0.source, $0.operator] }.uniqued().map { names in
      Row(
        source: names[0], operator: names[1],
        squares: endings.map { Square(cells[names + [$0]] ?? []) })
    }
    let present = Set(report.cells.map(Outcome.init))
    outcomes = Outcome.allCases.filter(present.contains)
  }
}
