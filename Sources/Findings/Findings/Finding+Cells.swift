extension Finding {
  /// Adds the cells of the same finding in another report.
  ///
  /// The finding is new if one of the cells does not expect it. If the break was refuted in one of
  /// the cells, the finding of that cell is shown.
  package mutating func merge(cellsOf other: Finding) {
    let known = self
    if other.isRefuted, !isRefuted {
      self = other
      recurrence = known.recurrence
    }
    cells = known.cells
    for cell in other.cells where cells.last != cell { cells.append(cell) }
    status = [known.status, other.status].contains(.new) ? .new : known.status
  }

  private var isRefuted: Bool { execution?.outcome == .refuted }
}
