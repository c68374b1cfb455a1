import LeakAnalysis
import Findings
import Testing

@testable import Scenarios

/// Tests of every verdict about a matrix cell. The snapshots are written by hand.
struct JudgmentTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var expectation: Cell.Expectation
    var snapshot: OwnershipSnapshot
    var residue = 0
    var verdict: CellReport.Verdict
    var reason: String

    var testDescription: String { name }
  }

  private static let control = Cell.Expectation.cycle(
    through: ["SinkDisposer", "AnonymousObservableSink"])
  private static let leaked = [
    Snapshots.survivor(Snapshots.disposer, .leakedInCycle),
    Snapshots.survivor(Snapshots.sink, .leakedInCycle),
  ]

  private static let cases = [
    Case(
      name: "nothing is left of a clean cell", expectation: .clean,
      snapshot: Snapshots.snapshot(), verdict: .pass, reason: ""),
    Case(
      name: "a cycle is left", expectation: .clean,
      snapshot: Snapshots.snapshot(leaked, findings: [Snapshots.cycle()]), residue: 2,
      verdict: .fail, reason: "leaked in a cycle: SinkDisposer#1, AnonymousObservableSink#1"),
    Case(
      name: "an object behind a cycle is left", expectation: .clean,
      snapshot: Snapshots.snapshot([Snapshots.survivor(1, .leakedBehindCycle)]), residue: 1,
      verdict: .fail, reason: "retained by a leaked cycle: AnonymousObservableSink#1"),
    Case(
      name: "an object is held though nothing should be", expectation: .clean,
      snapshot: Snapshots.snapshot([Snapshots.survivor(0, .held, roots: ["bag"])]), residue: 1,
      verdict: .fail, reason: "held: SinkDisposer#1"),
    Case(
      name: "an object's owner is unexplained", expectation: .clean,
      snapshot: Snapshots.snapshot([Snapshots.survivor(0, .ownerUnexplained)]), residue: 1,
      verdict: .fail, reason: "retained by an unknown owner: SinkDisposer#1"),
    Case(
      name: "objects are counted that no probe shows", expectation: .clean,
      snapshot: Snapshots.snapshot(), residue: 2,
      verdict: .inconclusive,
      reason: "2 objects are counted as alive, but the snapshot contains no surviving object"),
    Case(
      name: "incomplete walk over nothing", expectation: .clean,
      snapshot: Snapshots.snapshot(isComplete: false),
      verdict: .inconclusive, reason: "the heap was not walked completely"),
    Case(
      name: "incomplete walk over a control", expectation: control,
      snapshot: Snapshots.snapshot(leaked, findings: [Snapshots.cycle()], isComplete: false),
      verdict: .inconclusive, reason: "the heap was not walked completely"),
    Case(
      name: "a control shows its cycle", expectation: control,
      snapshot: Snapshots.snapshot(leaked, findings: [Snapshots.cycle()]), residue: 2,
      verdict: .pass, reason: ""),
    Case(
      name: "a control's break frees its cycle", expectation: control,
      snapshot: Snapshots.snapshot(leaked, findings: [Snapshots.cycle(execution: .verified)]),
      residue: 2, verdict: .pass, reason: ""),
    Case(
      name: "a control's break is not executed", expectation: control,
      snapshot: Snapshots.snapshot(leaked, findings: [Snapshots.cycle(execution: .notExecuted)]),
      residue: 2, verdict: .pass, reason: ""),
    Case(
      name: "a control's break does not free its cycle", expectation: control,
      snapshot: Snapshots.snapshot(leaked, findings: [Snapshots.cycle(execution: .refuted)]),
      residue: 2, verdict: .fail,
      reason: "executing the suggested break refuted the finding: of the outcome refuted"),
    Case(
      name: "a control shows nothing", expectation: control,
      snapshot: Snapshots.snapshot(), verdict: .inconclusive,
      reason: "control not seen: no cycle through SinkDisposer and AnonymousObservableSink"),
    Case(
      name: "a control shows another cycle", expectation: control,
      snapshot: Snapshots.snapshot(leaked, findings: [Snapshots.cycle(["SinkDisposer"])]),
      residue: 2, verdict: .inconclusive,
      reason: "control not seen: no cycle through SinkDisposer and AnonymousObservableSink"),
    Case(
      name: "a control's objects are held and not in a cycle", expectation: control,
      snapshot: Snapshots.snapshot(
        [Snapshots.survivor(0, .held, roots: ["feed"])], findings: [Snapshots.held(by: ["feed"])]),
      residue: 1, verdict: .inconclusive,
      reason: "control not seen: no cycle through SinkDisposer and AnonymousObservableSink"),
    Case(
      name: "a control shows its cycle and an object held besides", expectation: control,
      snapshot: Snapshots.snapshot(
        [leaked[0], Snapshots.survivor(1, .held, roots: ["feed"])],
        findings: [Snapshots.cycle()]),
      residue: 2, verdict: .fail, reason: "held: AnonymousObservableSink#1"),
    Case(
      name: "what the kept bag holds is expected", expectation: .held(by: ["bag"]),
      snapshot: Snapshots.snapshot(
        [Snapshots.survivor(0, .held, roots: ["bag"])], findings: [Snapshots.held(by: ["bag"])]),
      residue: 1, verdict: .pass, reason: ""),
    Case(
      name: "something else retains it", expectation: .held(by: ["bag"]),
      snapshot: Snapshots.snapshot([Snapshots.survivor(0, .held, roots: ["bag", "feed"])]),
      residue: 1, verdict: .fail, reason: "held: SinkDisposer#1"),
    Case(
      name: "a cycle is left behind a kept bag", expectation: .held(by: ["bag"]),
      snapshot: Snapshots.snapshot(
        [Snapshots.survivor(0, .held, roots: ["bag"]), Snapshots.survivor(1, .leakedInCycle)]),
      residue: 2, verdict: .fail, reason: "leaked in a cycle: AnonymousObservableSink#1"),
    Case(
      name: "the kept bag holds nothing", expectation: .held(by: ["bag"]),
      snapshot: Snapshots.snapshot(), verdict: .inconclusive,
      reason: "control not seen: nothing is held by bag"),
  ]

  @Test(arguments: cases)
  func hasTheVerdictAndReason(of example: Case) {
    let judgment = Judgment(
      example.expectation, released: example.snapshot, residue: example.residue)
    #expect(judgment.verdict == example.verdict)
    #expect(judgment.reason == example.reason)
  }

  @Test func onlyTheFindingsThatTheExpectationNamesAreExpected() {
    let other = Snapshots.cycle(["Feed"], fingerprint: "v1:other")
    let findings = [
      Snapshots.cycle(), other, Snapshots.held(by: ["bag"]), Snapshots.held(by: ["feed"]),
    ]
    let snapshot = Snapshots.snapshot(Self.leaked, findings: findings)
    func expected(_ expectation: Cell.Expectation) -> Set<Int> {
      Judgment(expectation, released: snapshot, residue: 2).expectedFindings
    }
    #expect(expected(.clean) == [])
    #expect(expected(Self.control) == [0])
    #expect(expected(.held(by: ["bag"])) == [2])
    #expect(expected(.held(by: ["bag", "feed"])) == [2, 3])
  }
}
