package import Findings

extension CellIndex {
  /// Returns the command that runs one of the cells in which a finding occurred; `nil` if the
  /// report contains none of them.
  package func reproduction(of finding: Finding, in report: LeakReport) -> String? {
    let present = finding.cells.compactMap(cell)
    // A failed cell is preferred, because the finding must not occur in it.
    guard let cell = present.first(where: { $0.verdict == .fail }) ?? present.first else {
      return nil
    }
    // A planted mistake is part of the command line.
    let planted = report.reproduce.firstMatch(of: #/ --mutant \S+/#).map { String($0.output) } ?? ""
    return "leakcheck run --filter \(Escaping.shell(cell.id))\(Escaping.line(planted))"
  }
}
