/// A selection of matrix cells. An empty property does not restrict the selection.
package struct Selection: Hashable, Sendable {
  /// Parts of cell ids. The id of a selected cell contains at least one of them.
  package var filters: [String] = []
  package var sources: [String] = []
  package var operators: [String] = []
  package var endings: [Ending] = []
  package var timings: [Timing] = []

  package init() {}

  /// A Boolean value indicating whether all cells are selected.
  package var isEverything: Bool { self == Selection() }

  package func includes(_ cell: Cell) -> Bool {
    (filters.isEmpty || isFiltered(cell.id))
      && (sources.isEmpty || sources.contains(cell.source))
      && (operators.isEmpty || operators.contains(cell.operator))
      && (endings.isEmpty || endings.contains(cell.ending))
      && (timings.isEmpty || timings.contains(cell.timing))
  }

  private func isFiltered(_ id: String) -> Bool { filters.contains { id.contains($0) } }
}
