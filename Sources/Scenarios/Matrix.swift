/// The matrix: all cells, in the order in which they run and are reported.
package struct Matrix: Sendable {
  package private(set) var cells: [Cell] = []
  private var ids: Set<String> = []

  package init() {}

  /// Appends cells.
  ///
  /// - Precondition: No two cells, added before or now, have the same id.
  /// - Complexity: O(*n*) for *n* cells added.
  package mutating func add(_ added: [Cell]) {
    for cell in added {
      precondition(ids.insert(cell.id).inserted, "two cells are named \(cell.id)")
      cells.append(cell)
    }
  }

  /// The sources, in the order of their first cell.
  package var sources: [String] { cells.map(\.source).uniqued() }

  /// The operators, in the order of their first cell.
  package var operators: [String] { cells.map(\.operator).uniqued() }

  /// Returns the selected cells, in matrix order.
  package func selected(by selection: Selection) -> [Cell] {
    cells.filter(selection.includes)
  }
}
