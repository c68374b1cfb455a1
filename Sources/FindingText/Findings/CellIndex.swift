package import Findings

/// The matrix cells of a report, indexed by id and by row. A row consists of the cells with the
/// same source and operator.
package struct CellIndex {
  private struct Row: Hashable {
    var source: String
    var `operator`: String
  }

  private let cells: [CellReport]
  /// The names of endings in the texts of findings.
  package let groups: EndingGroups
  /// The names of endings in the rows and columns of tables.
  package let tableGroups: EndingGroups
  private var indexOf: [String: Int] = [:]
  private var rows: [Row: [Int]] = [:]

  /// - Complexity: O(*c*) for *c* cells.
  package init(_ report: LeakReport) {
    cells = report.cells
    groups = EndingGroups(ofFindingsIn: report.cells)
    tableGroups = EndingGroups(ofTablesOf: report.cells)
    for (index, cell) in cells.enumerated() {
      indexOf[cell.id] = index
      rows[Row(source: cell.source, operator: cell.operator), default: []].append(index)
    }
  }

  /// Returns the cell with an id; `nil` if the report has none.
  package func cell(_ id: String) -> CellReport? { indexOf[id].map { cells[$0] } }

  /// Returns all cells that have the same source and operator as a cell in which the finding
  /// occurred, in the order of the report.
  ///
  /// - Complexity: O(*r* log *r*) for *r* cells.
  package func related(to finding: Finding) -> [CellReport] {
    let own = finding.cells.compactMap(cell)
    let seen = own.map { Row(source: $0.source, operator: $0.operator) }.uniqued()
    return seen.flatMap { rows[$0] ?? [] }.sorted().map { cells[$0] }
  }
}
