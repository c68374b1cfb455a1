package import Findings
import OwnershipGraph

extension LeakReport {
  /// Creates the report of a run of matrix cells. Findings with the same fingerprint are merged, in
  /// the order of the cells.
  ///
  /// A finding that is expected in one cell but not in another is new, because an expectation
  /// permits a finding only in its own cell.
  ///
  /// - Complexity: O(*c* + *f*) for *c* cells and their *f* findings.
  package init(
    of outcomes: [CellRunner.Outcome], version: String, reproduce: String
  ) {
    var distinct = DistinctFindings()
    var coverage = Coverage()
    for outcome in outcomes {
      coverage += outcome.coverage
      for finding in outcome.findings {
        distinct.add(finding) { known, finding in
          known.recurrence = .sum(known.recurrence, finding.recurrence)
          known.merge(cellsOf: finding)
        }
      }
    }
    let findings = distinct.findings
    let cells = outcomes.map(\.report)
    self.init(
      tool: Tool(version: version), summary: Summary(cells: cells, findings: findings),
      coverage: coverage, cells: cells, findings: findings, reproduce: reproduce)
  }
}

extension LeakReport.Summary {
  /// Creates the summary of the cells.
  ///
  /// The verdict is `leaking` if a cell failed. If no cell failed, it is `inconclusive` if a cell
  /// is inconclusive or if there are no cells, and `clean` in all other cases.
  package init(cells: [CellReport], findings: [Finding]) {
    let failed = cells.count { $0.verdict == .fail }
    let inconclusive = cells.count { $0.verdict == .inconclusive }
    let controls = cells.filter { $0.expectation == .cycle }
    self.init(
      verdict: failed > 0 ? .leaking : inconclusive > 0 || cells.isEmpty ? .inconclusive : .clean,
      cells: cells.count,
      unexpectedCycles: findings.count(where: \.isUnexpectedCycle),
      controlsSeen: controls.count { $0.verdict != .inconclusive },
      controlsExpected: controls.count,
      inconclusiveCells: inconclusive, failedCells: failed)
  }
}
