import LeakAnalysis
import OwnershipGraph

/// The report on a program that was not built for this.
enum ExecReport {
  static func report(of analysis: HeapAnalysis) -> LeakReport {
    LeakReport(
      tool: LeakReport.Tool(version: "0.1.0"),
      summary: LeakReport.Summary(
        verdict: verdict(of: analysis), cells: 0, unexpectedCycles: analysis.findings.count,
        controlsSeen: 0, controlsExpected: 0, inconclusiveCells: 0, failedCells: 0),
      coverage: analysis.coverage, cells: [], findings: analysis.findings,
      reproduce: "leakcheck exec")
  }

  /// A program in which nothing was recorded was not looked at.
  private static func verdict(of analysis: HeapAnalysis) -> LeakReport.Verdict {
    if analysis.objectCount == 0 { return .inconclusive }
    return analysis.findings.isEmpty ? .clean : .leaking
  }
}
