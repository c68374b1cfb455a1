import FindingText
import Findings
import OwnershipGraph
import Reporting
import Testing

/// Tests of the texts about runs of the matrix that are not clean.
@Suite struct RedRunTests {
  /// Returns a run of five matrix cells. The first `failed` of them failed without a finding.
  private static func report(failed: Int, inconclusive: Int = 0) -> LeakReport {
    let cells = (0..<5).map { index in
      CellReport(
        id: "create/map/completion/\(index)", source: "create", operator: "map",
        ending: "completion", timing: "\(index)", expectation: .clean,
        verdict: index < failed ? .fail : index < failed + inconclusive ? .inconclusive : .pass,
        reason: index < failed ? "the log: expected 1, got 2" : "",
        resources: .init(before: 0, subscribed: 1, ended: 0, released: 0))
    }
    let report = LeakReport(
      tool: .init(version: "1"),
      summary: .init(
        verdict: .clean, cells: cells.count, unexpectedCycles: 0, controlsSeen: 0,
        controlsExpected: 0, inconclusiveCells: inconclusive, failedCells: failed),
      coverage: Coverage(), cells: cells, findings: [])
    return report.applying(Baseline())
  }

  private static func held(_ number: Int) -> Finding {
    Finding(
      fingerprint: "v1:0000000\(number)", rule: .unexplainedOwner, confidence: .likely,
      graph: ObjectGraph(nodes: [.init(id: "A#1", type: "A", role: .held, size: 80)]),
      cells: ["create/map/completion/0"])
  }

  @Test func `the result of a run with failed cells begins with the failures`() {
    var report = Self.report(failed: 2)
    #expect(
      ReportVocabulary.result(of: report)
        == "failed: 2 of 5 cells, 0 unexpected cycles, 0/0 controls seen")
    report.findings = [Self.held(1), Self.held(2)]
    #expect(
      ReportVocabulary.result(of: report)
        == "failed: 2 of 5 cells, 0 unexpected cycles, 2 other findings, 0/0 controls seen")
    #expect(
      ReportVocabulary.verdict(of: report)
        == "✖ failed: 2 of 5 cells, 0 unexpected cycles, 2 other findings")
  }

  @Test func `the result of an inconclusive run begins with the reason`() {
    #expect(
      ReportVocabulary.result(of: Self.report(failed: 0, inconclusive: 1))
        == "inconclusive: 1 of 5 cells, 0 unexpected cycles, 0/0 controls seen")
    #expect(
      ReportVocabulary.result(of: Self.report(failed: 0))
        == "0 unexpected cycles, 0/0 controls seen, 5 cells")
  }

  /// In the sample, `none` leaves a cycle on purpose, and the finding is about another ending.
  @Test func `an ending that cannot have the finding is not marked as passed`() {
    let text = TextReport(of: SampleReports.leaking()).text()
    #expect(text.contains("\n  dispose ✓  none –  completion ✖\n"), "\(text)")
  }
}
