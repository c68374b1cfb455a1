extension Finding {
  /// Adds the cells in which another report shows the same finding.
  ///
  /// The finding is new if it is new in one of the reports. If the break was refuted in only the
  /// other report, the finding of that report is shown.
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
