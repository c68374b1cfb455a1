import OwnershipGraph

extension Finding {
  /// Adds the matrix cells in which the same finding occurred according to another report.
  ///
  /// The merged finding is new if the finding is new in either report. If only the other report
  /// refutes the suggested break, all properties except the cells, the status and ``recurrence``
  /// are taken from that report.
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

  /// The finding without its objects, for merging with a finding that has the same fingerprint and
  /// contains the objects. A finding whose suggested break was refuted is returned unchanged.
  package var repetition: Finding {
    guard !isRefuted else { return self }
    return Finding(
      fingerprint: fingerprint, rule: rule, confidence: confidence, status: status,
      graph: ObjectGraph(), cells: cells, recurrence: recurrence)
  }

  private var isRefuted: Bool { execution?.outcome == .refuted }
}
