package import Findings

extension ReportVocabulary {
  /// Returns the last line of a matrix run: `0 unexpected cycles, 41/41 controls seen, 312 cells`.
  ///
  /// If the run is not clean, the line begins with the reason: `failed: 2 of 312 cells, 0
  /// unexpected cycles, 1 other finding, 41/41 controls seen`.
  static func matrixResult(of report: LeakReport) -> String {
    let summary = report.summary
    let controls = ["\(summary.controlsSeen)/\(summary.controlsExpected) controls seen"]
    let known = summary.knownCells > 0 ? ["\(summary.knownCells) known"] : []
    let mistakes = missedMistakes(in: report)
    switch summary.verdict {
    case .leaking:
      let inconclusive =
        summary.inconclusiveCells > 0 ? ["\(summary.inconclusiveCells) inconclusive"] : []
      return listed([failures(in: report)] + controls + known + inconclusive + mistakes)
    case .inconclusive where summary.inconclusiveCells > 0 || !mistakes.isEmpty:
      let cells =
        summary.inconclusiveCells > 0 ? [share(summary.inconclusiveCells, of: summary)] : []
      let total = cells.isEmpty ? [counted(summary.cells, "cell")] : []
      return "inconclusive: "
        + listed(cells + mistakes + [unexpectedCycles(in: report)] + controls + known + total)
    case .inconclusive, .clean, .failed:
      let failed = summary.failedCells > 0 ? ["\(summary.failedCells) failed"] : []
      let start = summary.verdict == .inconclusive ? "inconclusive: " : ""
      return start
        + listed(
          [unexpectedCycles(in: report)] + controls + known + failed
            + [counted(summary.cells, "cell")])
    }
  }

  /// Returns the numbers of failures in a matrix run that failed: `failed: 2 of 312 cells, 0
  /// unexpected cycles, 1 other finding`.
  static func failures(in report: LeakReport) -> String {
    let failed = report.summary.failedCells
    let others = report.findings(.error).count { !$0.rule.isCycle && $0.rule != .controlNotSeen }
    return "failed: "
      + listed(
        (failed > 0 ? [share(failed, of: report.summary)] : []) + [unexpectedCycles(in: report)]
          + (others > 0 ? [counted(others, "other finding")] : []))
  }

  /// Returns the number of cells of a group after the first: `and 24 other cells of values/using`.
  /// Returns `nil` if there are none.
  package static func others(of group: CellGroup) -> String? {
    guard group.others > 0 else { return nil }
    return "and \(counted(group.others, "other cell")) of "
      + "\(group.first.source)/\(group.first.operator)"
  }

  private static func unexpectedCycles(in report: LeakReport) -> String {
    counted(report.summary.unexpectedCycles, "unexpected cycle")
      + remarks([known(report.findings(.error).filter(\.rule.isCycle))])
  }

  private static func missedMistakes(in report: LeakReport) -> [String] {
    let missed = report.mutants.count { !$0.isCaught }
    return missed > 0 ? ["\(counted(missed, "planted mistake")) not caught"] : []
  }

  private static func share(_ cells: Int, of summary: LeakReport.Summary) -> String {
    "\(cells) of \(counted(summary.cells, "cell"))"
  }

  private static func listed(_ parts: [String]) -> String { parts.joined(separator: ", ") }
}
