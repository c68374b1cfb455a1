import Findings
import Foundation
import Streams
import TestSupport
import Testing

@testable import Scenarios

/// Tests of the steps in which a matrix cell runs, with the real registry and real heap walks.
@Suite(.countsResources)
struct CellRunnerTests {
  private func report(
    _ ending: Ending, _ expectation: Cell.Expectation = .clean,
    body: @escaping @Sendable (CellHost) -> Void
  ) -> CellReport {
    var runner = CellRunner()
    return runner.outcome(
      of: Cell(
        source: "test", operator: "direct", ending: ending, timing: .afterSubscribe,
        expectation: expectation, body: body)
    ).report
  }

  @Test func aCellThatCompletesAllStepsAndLeavesNothingPasses() {
    let report = report(.dispose) { host in
      host.keep("subscription", Disposables.create {} as AnyObject)
      host.recordDelivery()
      host.takeSubscribedSnapshot()
      host.drop("subscription")
      host.recordEnding()
      host.takeEndedSnapshot()
    }
    #expect(report.verdict == .pass, "\(report.reason)")
    #expect(
      report.resources
        == CellReport.ResourceCounts(before: 0, subscribed: 1, ended: 0, released: 0))
  }

  @Test func theRunnerReleasesTheObjectsThatTheHostKeeps() {
    let report = report(.none) { host in
      host.keep("subscription", Disposables.create {} as AnyObject)
      host.recordDelivery()
      host.takeSubscribedSnapshot()
      host.takeEndedSnapshot()
    }
    #expect(report.verdict == .pass, "\(report.reason)")
    #expect(
      report.resources
        == CellReport.ResourceCounts(before: 0, subscribed: 1, ended: 1, released: 0))
  }

  @Test func aCellPassesIfTheExpectedObjectSurvives() {
    let report = report(.none, .held(by: ["subscription"])) { host in
      host.keep("subscription", Disposables.create {} as AnyObject)
      host.recordDelivery()
      host.takeSubscribedSnapshot()
      host.takeEndedSnapshot()
    }
    #expect(report.verdict == .pass, "\(report.reason)")
    #expect(report.survivors.count == 1)
    #expect(report.resources.released == 1)
  }

  @Test(arguments: [
    (["delivered", "finished", "ended"], "the cell did not take the snapshot 'subscribed'"),
    (["delivered", "subscribed", "finished"], "the cell did not take the snapshot 'ended'"),
    (["subscribed", "finished", "ended"], "no event reached a handler"),
    (["delivered", "subscribed", "ended"], "the ending reached no handler"),
    (["delivered", "subscribed", "ended", "finished"], "the ending reached no handler"),
  ])
  func aCellWithAMissingOrLateStepIsInconclusive(steps: [String], reason: String) {
    let report = report(.dispose) { host in
      for step in steps {
        switch step {
        case "delivered": host.recordDelivery()
        case "subscribed": host.takeSubscribedSnapshot()
        case "finished": host.recordEnding()
        default: host.takeEndedSnapshot()
        }
      }
    }
    #expect(report.verdict == .inconclusive)
    #expect(report.reason == reason)
  }

  @Test func aCellWithTheEndingNoneMustNotEnd() {
    let report = report(.none) { host in
      host.recordDelivery()
      host.takeSubscribedSnapshot()
      host.recordEnding()
      host.takeEndedSnapshot()
    }
    #expect(report.reason == "the subscription ended, although the ending of the cell is none")
  }

  @Test func aDisposableThatItsActionRetainsIsReported() {
    let leaks = PlantedLeaks()
    defer { leaks.repair() }
    let report = report(.none) { host in
      leaks.plant()
      host.recordDelivery()
      host.takeSubscribedSnapshot()
      host.takeEndedSnapshot()
    }
    #expect(report.verdict == .fail)
    #expect(report.reason == "leaked in a cycle: AnonymousDisposable#1")
    #expect(report.survivors == ["AnonymousDisposable#1"])
  }

  /// After a mistake in a part that all streams use, thousands of cells have the same finding.
  @Test func theBreakOfAFindingIsTriedOnlyInItsFirstCell() throws {
    let outcomes = try inForkedProcess(seconds: 30) {
      var runner = CellRunner(showsCuts: false, executesBreaks: true)
      return (1...3).map { number in
        let cell = Cell(
          source: "test", operator: "direct", ending: .dispose, variant: "\(number)",
          timing: .afterSubscribe, expectation: .clean
        ) { host in
          Rescuer.plant(rescues: false)
          host.recordDelivery()
          host.takeSubscribedSnapshot()
          host.recordEnding()
          host.takeEndedSnapshot()
        }
        return runner.outcome(of: cell).findings.map(\.execution?.outcome)
      }
    }
    #expect(outcomes == [[.verified], [nil], [nil]])
  }

  /// A mistake in a part that all streams use leaves objects in thousands of cells.
  @Test func onlyOneCellPerScenarioIsExaminedAfterManyFailures() throws {
    let leaks = PlantedLeaks()
    defer { leaks.repair() }
    var runner = CellRunner(showsCuts: false, locates: false)
    func report(_ name: String, leaks isLeaking: Bool) -> CellReport {
      runner.outcome(
        of: Cell(
          source: "test", operator: name, ending: .dispose, timing: .afterSubscribe,
          expectation: .clean
        ) { host in
          if isLeaking { leaks.plant() }
          host.recordDelivery()
          host.takeSubscribedSnapshot()
          host.recordEnding()
          host.takeEndedSnapshot()
        }
      ).report
    }
    for _ in 0..<199 { _ = report("first", leaks: true) }
    #expect(report("first", leaks: true).findings.count == 1)
    let later = report("first", leaks: true)
    #expect(later.verdict == .fail)
    #expect(later.findings == [])
    #expect(
      later.reason == "1 object survived; not examined, because 200 earlier cells failed")
    #expect(report("second", leaks: true).findings.count == 1)
    #expect(report("second", leaks: false).verdict == .pass)
  }

  @Test func thousandsOfSurvivingObjectsAreOnlyCounted() {
    let leaks = PlantedLeaks()
    defer { leaks.repair() }
    let report = report(.dispose) { host in
      for _ in 0..<1_001 { leaks.plant() }
      host.recordDelivery()
      host.recordEnding()
    }
    #expect(report.reason == "1001 objects survived; not examined, because there are too many")
    #expect(report.verdict == .fail)
    #expect(report.findings == [])
  }

  @Test func distinctFailedChecksAreListedUpToALimit() {
    let report = report(.dispose) { host in
      for reason in ["a", "b", "a", "c", "d", "e", "f", "g"] { host.fail(reason) }
      host.recordDelivery()
      host.takeSubscribedSnapshot()
      host.recordEnding()
      host.takeEndedSnapshot()
    }
    #expect(report.verdict == .fail)
    #expect(report.reason == "a; b; c; d; e; and 2 more failed checks")
  }

  @Test func aCycleDoesNotReplaceTheFailedChecks() {
    let leaks = PlantedLeaks()
    defer { leaks.repair() }
    let report = report(.dispose) { host in
      leaks.plant()
      host.fail("the log: expected 1, got 2")
      host.recordDelivery()
      host.takeSubscribedSnapshot()
      host.recordEnding()
      host.takeEndedSnapshot()
    }
    #expect(
      report.reason == "the log: expected 1, got 2; leaked in a cycle: AnonymousDisposable#1")
    #expect(report.findings.count == 1)
  }

  /// The report of a cell with a known leak, and the results of trying the suggested breaks.
  private struct ExecutedControl: Codable {
    var report: CellReport
    var executions: [Execution?]
  }

  @Test(arguments: [(false, Execution.Outcome.verified), (true, .refuted)])
  func aControlWhoseBreakDoesNotFreeItsCycleFails(
    rescues: Bool, outcome: Execution.Outcome
  ) throws {
    let executed = try inForkedProcess(seconds: 30) {
      var runner = CellRunner(showsCuts: false, executesBreaks: true)
      let control = Cell(
        source: "test", operator: "direct", ending: .none, timing: .afterSubscribe,
        expectation: .cycle(through: ["AnonymousDisposable"])
      ) { host in
        Rescuer.plant(rescues: rescues)
        host.recordDelivery()
        host.takeSubscribedSnapshot()
        host.takeEndedSnapshot()
      }
      let result = runner.outcome(of: control)
      return ExecutedControl(report: result.report, executions: result.findings.map(\.execution))
    }
    #expect(executed.executions.map(\.?.outcome) == [outcome], "\(executed.executions)")
    #expect(executed.report.verdict == (rescues ? .fail : .pass))
    #expect(
      executed.report.reason
        == (rescues
          ? "executing the suggested break refuted the finding: Rescued is still alive: something "
            + "else retains it"
          : ""))
  }
}

private final class Rescued {}

/// A member of a cycle. Its deinitializer may keep another object alive.
private final class Rescuer {
  nonisolated(unsafe) static var rescued: Rescued?

  var disposable: AnyObject?
  private let rescues: Bool
  private let object = Rescued()

  private init(rescues: Bool) { self.rescues = rescues }

  deinit { if rescues { unsafe Self.rescued = object } }

  static func plant(rescues: Bool) {
    let rescuer = Rescuer(rescues: rescues)
    rescuer.disposable = Disposables.create { withExtendedLifetime(rescuer) {} } as AnyObject
  }
}

/// An object that plants leaks and keeps weak references to their objects. A test can break the
/// cycles afterwards, so that later tests do not count these objects.
private final class PlantedLeaks: @unchecked Sendable {
  private final class Holder {
    var disposable: AnyObject?
  }

  private struct Trace {
    weak var holder: Holder?
  }

  private var traces: [Trace] = []

  func plant() {
    let holder = Holder()
    holder.disposable = Disposables.create { withExtendedLifetime(holder) {} } as AnyObject
    traces.append(Trace(holder: holder))
  }

  func repair() {
    for trace in traces { trace.holder?.disposable = nil }
  }
}
