import Findings
import OwnershipGraph
import Testing

@testable import Scenarios

/// Tests of the report that is made from the outcomes of matrix cells.
struct LeakReportCellsTests {
  private func outcome(
    _ id: String, _ expectation: CellReport.Expectation = .clean,
    _ verdict: CellReport.Verdict = .pass, findings: [Finding] = [], scanned: Int = 0
  ) -> CellRunner.Outcome {
    var coverage = Coverage()
    coverage.scannedBytes = scanned
    return CellRunner.Outcome(
      report: CellReport(
        id: id, source: "create", operator: "map", ending: "error", timing: "reentrant",
        expectation: expectation, verdict: verdict,
        resources: CellReport.ResourceCounts(before: 0, subscribed: 4, ended: 1, released: 0)),
      findings: findings, coverage: coverage)
  }

  private func report(_ outcomes: [CellRunner.Outcome]) -> LeakReport {
    LeakReport(of: outcomes, version: "1", reproduce: "leakcheck run")
  }

  @Test func oneFingerprintInTwoCellsIsOneFinding() {
    let report = report([
      outcome("a", findings: [Snapshots.cycle(cells: ["a"])]),
      outcome("b", findings: [Snapshots.cycle(fingerprint: "v1:other", cells: ["b"])]),
      outcome("c", findings: [Snapshots.cycle(cells: ["c"]), Snapshots.cycle(cells: ["c"])]),
    ])
    #expect(report.findings.map(\.fingerprint) == ["v1:cycle", "v1:other"])
    #expect(report.findings.map(\.cells) == [["a", "c"], ["b"]])
  }

  @Test(arguments: [
    ([Finding.Status.expected, .expected], Finding.Status.expected, 0),
    ([.expected, .new], .new, 1),
    ([.new, .expected], .new, 1),
  ])
  func aFindingIsExpectedOnlyIfItIsExpectedInEveryCell(
    statuses: [Finding.Status], merged: Finding.Status, unexpected: Int
  ) {
    let report = report(
      statuses.enumerated().map { index, status in
        outcome("\(index)", findings: [Snapshots.cycle(status: status, cells: ["\(index)"])])
      })
    #expect(report.findings.map(\.status) == [merged])
    #expect(report.summary.unexpectedCycles == unexpected)
  }

  @Test(arguments: [
    [Execution.Outcome.verified, .refuted, .verified], [.refuted, .verified],
    [.verified, .refuted],
  ])
  func aBreakThatIsRefutedInOneCellIsReportedAsRefuted(outcomes: [Execution.Outcome]) {
    let report = report(
      outcomes.enumerated().map { index, outcome in
        let finding = Snapshots.cycle(
          status: .expected, cells: ["\(index)"], execution: outcome)
        return self.outcome("\(index)", findings: [finding])
      })
    #expect(report.findings.map(\.execution?.outcome) == [.refuted])
    #expect(report.findings.map(\.status) == [.expected])
    #expect(report.findings.map(\.cells) == [outcomes.indices.map { "\($0)" }])
  }

  @Test func heldObjectsAreNotCountedAsUnexpectedCycles() {
    let report = report([outcome("a", .clean, .fail, findings: [Snapshots.held(by: ["bag"])])])
    #expect(report.summary.unexpectedCycles == 0)
    #expect(report.summary.verdict == .leaking)
  }

  @Test func coverageIsTheSumOverTheCells() {
    #expect(
      report([outcome("a", scanned: 3), outcome("b", scanned: 4)]).coverage.scannedBytes == 7)
  }

  @Test(arguments: [
    ([CellReport.Verdict.pass, .pass], LeakReport.Verdict.clean),
    ([.pass, .inconclusive], .inconclusive),
    ([.fail, .inconclusive], .leaking),
    ([], .inconclusive),
  ])
  func theWorstCellDeterminesTheVerdict(cells: [CellReport.Verdict], verdict: LeakReport.Verdict) {
    let report = report(cells.enumerated().map { outcome("\($0)", .clean, $1) })
    #expect(report.summary.verdict == verdict)
    #expect(report.summary.cells == cells.count)
    #expect(report.summary.failedCells == cells.count { $0 == .fail })
    #expect(report.summary.inconclusiveCells == cells.count { $0 == .inconclusive })
  }

  @Test func theSummaryCountsSeenAndExpectedControls() {
    let summary = report([
      outcome("a", .cycle), outcome("b", .cycle, .inconclusive), outcome("c", .held),
      outcome("d", .cycle, .fail),
    ]).summary
    #expect(summary.controlsExpected == 3)
    #expect(summary.controlsSeen == 2)
  }
}
