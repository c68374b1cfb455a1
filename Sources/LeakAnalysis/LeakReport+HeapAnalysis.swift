package import OwnershipGraph

extension LeakReport {
  /// The report on a heap that nobody prepared.
  package init(of analysis: HeapAnalysis) {
    self.init(
      tool: Tool(version: "0.1.0"),
      summary: Summary(
        verdict: Self.verdict(of: analysis), cells: 0, unexpectedCycles: analysis.findings.count,
        controlsSeen: 0, controlsExpected: 0, inconclusiveCells: 0, failedCells: 0),
      coverage: analysis.coverage, cells: [], findings: analysis.findings,
      reproduce: "leakcheck exec")
  }

  /// A program in which nothing was recorded was not looked at.
  private static func verdict(of analysis: HeapAnalysis) -> Verdict {
    if analysis.objectCount == 0 { return .inconclusive }
    return analysis.findings.isEmpty ? .clean : .leaking
  }
}
