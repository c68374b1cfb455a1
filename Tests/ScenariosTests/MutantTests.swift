import Findings
import OwnershipGraph
import Scenarios
import Testing

/// Tests of the conditions under which a planted mistake counts as detected.
struct MutantTests {
  private let mutant = Mutant(
    index: 3, name: "sink-survives", summary: "It survives.", endings: [.completion, .error],
    objects: ["SinkDisposer", "AnonymousObservableSink"])

  private func report(failing endings: [String], findings: [Finding]) -> LeakReport {
    let cells = ["none", "completion+bagKept", "error", "completion"].map { ending in
      CellReport(
        id: ending, source: "create", operator: "map", ending: ending, timing: "reentrant",
        expectation: .clean, verdict: endings.contains(ending) ? .fail : .pass,
        resources: CellReport.ResourceCounts(before: 0, subscribed: 0, ended: 0, released: 0))
    }
    return LeakReport(
      tool: LeakReport.Tool(version: "1"),
      summary: LeakReport.Summary(cells: cells, findings: findings), coverage: Coverage(),
      cells: cells, findings: findings)
  }

  @Test func aMutantIsCaughtIfItsEndingsFailAndItsObjectsAreShown() {
    let verdict = mutant.judged(
      by: report(failing: ["completion+bagKept", "error"], findings: [Snapshots.cycle()]))
    #expect(
      verdict
        == MutantReport(
          name: "sink-survives", summary: "It survives.", isCaught: true,
          endings: ["completion", "error"], fingerprints: ["v1:cycle"]))
  }

  @Test(arguments: [
    ([], [Snapshots.cycle()], "no failed cell with the ending completion or error"),
    (["completion"], [Snapshots.cycle()], "no failed cell with the ending error"),
    (
      ["completion", "error", "none"], [Snapshots.cycle()],
      "unexpected failed cells with the ending none"
    ),
    (
      ["completion", "error"], [Snapshots.cycle(["SinkDisposer"])],
      "no finding shows AnonymousObservableSink"
    ),
    (
      ["completion", "error"], [Snapshots.cycle(status: .expected)],
      "no finding shows SinkDisposer, AnonymousObservableSink"
    ),
    (
      ["completion", "error"], [Snapshots.cycle(execution: .refuted)],
      "executing the suggested break refuted the finding v1:cycle: of the outcome refuted"
    ),
  ])
  func theReasonStatesWhyAMutantIsNotCaught(
    endings: [String], findings: [Finding], reason: String
  ) {
    let verdict = mutant.judged(by: report(failing: endings, findings: findings))
    #expect(!verdict.isCaught)
    #expect(verdict.reason == reason)
  }
}
