package import Findings

extension CellIndex {
  /// Returns the command that runs one of the matrix cells in which a finding occurred; `nil` if
  /// the report contains none of these cells.
  package func reproduction(of finding: Finding, in report: LeakReport) -> String? {
    let present = finding.cells.compactMap(cell)
    // Prefer a failed cell: a cell that passed is expected to have the finding.
    guard let cell = present.first(where: { $0.verdict == .fail }) ?? present.first else {
      return nil
    }
    // If the run contained a planted mistake, the command has to contain it as well.
    let planted = report.reproduce.firstMatch(of: #/ --mutant \S+/#).map { String($0.output) } ?? ""
    return "leakcheck run --filter \(Escaping.shell(cell.id))\(Escaping.line(planted))"
  }
}
