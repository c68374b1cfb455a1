import Findings
import Scenarios
import StreamCells
import TestSupport
import Testing

/// Tests of the matrix's examples of causes, most of which are called shapes. The cause must be
/// reported for the leaking form of an example, and never for the fixed form.
@Suite(.countsResources)
struct ShapeTests {
  private static let matrix = streamMatrix()

  private func outcomes(_ start: String) -> [CellRunner.Outcome] {
    var runner = CellRunner(showsCuts: false)
    return Self.matrix.cells.filter { $0.id.hasPrefix(start) }.map { runner.outcome(of: $0) }
  }

  @Test(arguments: Shape.all.map(\.name))
  func theCauseIsNamedForTheLeakingFormOnly(name: String) throws {
    let shape = try #require(Shape.all.first { $0.name == name })
    for outcome in outcomes("\(name)/leaking/") {
      #expect(outcome.report.verdict == .pass, "\(outcome.report.id): \(outcome.report.reason)")
      let causes = outcome.findings.map(\.cause)
      #expect(causes == (outcome.report.ending == "none" ? [shape.cause] : []))
      #expect(outcome.findings.allSatisfy { $0.status == .expected })
    }
    for outcome in outcomes("\(name)/fixed/") {
      #expect(outcome.report.verdict == .pass, "\(outcome.report.id): \(outcome.report.reason)")
      #expect(outcome.findings.isEmpty)
    }
  }

  /// The causes that have no shape, each with the matrix cells of a leaking and a fixed form.
  private static let others: [Cause: (leaking: String, fixed: String)] = [
    .subjectStoredInSubscriber: ("Scoreboard/captureSelf/none/", "Scoreboard/weakSelf/none/"),
    .bagOwnedByCaptured: ("FeedViewModel/captureSelf/none/", "FeedViewModel/weakSelf/none/"),
    .disposableOwnedByCaptured: (
      "DownloadSession/captureSelf/none/", "DownloadSession/weakSelf/none/"
    ),
    .bagKeepsFinished: (
      "create/direct/completion+bagKept/afterSubscribe", "create/direct/bagDrop/afterSubscribe"
    ),
  ]

  /// The causes without a matrix cell. `EditLocationTests`, `HeldTraceTests`, `AdviceTests`,
  /// `StalledWorkTests`, `TaskAdviceTests`, `CaptureEditTests`, `DispatchWorkTests`,
  /// `DependencyCallTests` and `ThreadOwnerTests` contain a program for each.
  ///
  /// Some of them are found only if the memory of a whole program is searched, because they involve
  /// the frames of a suspended task or a block. For the others, the edit depends on the form of the
  /// code.
  private static let ofPrograms: Set<Cause> = [
    .awaitedContinuation, .lostContinuation, .endlessWait, .taskKeepsObject, .delayedBlock,
    .blockThatNeverRuns, .unfoldingStream, .autoclosureCapturesOwner, .nestedFunctionAsHandler,
    .dispatchGroup, .libraryHandlerCapturesOwner, .operationNeverFinishes, .dispatchChannel,
    .fileHandleHandler, .mainQueueBlock, .methodKeepsObject, .jobNeverRuns, .taskAwaitsGroup,
    .tasksAwaitEachOther, .bufferedElement, .threadRetainsBlock,
    .strongReferenceAcrossAwait, .workItemUsesItself, .libraryCallCapturesOwner,
  ]

  @Test(arguments: Cause.allCases.filter { !ofPrograms.contains($0) })
  func everyCauseHasALeakingAndAFixedForm(cause: Cause) throws {
    guard !Shape.all.contains(where: { $0.cause == cause }) else { return }
    let cells = try #require(Self.others[cause], "\(cause.rawValue) has no cell")
    let leaking = outcomes(cells.leaking)
    #expect(!leaking.isEmpty)
    for outcome in leaking { #expect(outcome.findings.map(\.cause) == [cause]) }
    let fixed = outcomes(cells.fixed)
    #expect(!fixed.isEmpty)
    for outcome in fixed { #expect(outcome.findings.isEmpty) }
  }

  @Test func objectsHeldByTheRuntimeAreShownWithTheirOwner() throws {
    let outcome = try #require(outcomes("Countdown/leaking/none/").first)
    let finding = try #require(outcome.findings.first)
    #expect(finding.rule == .heldByRuntime)
    #expect(finding.roots == ["an armed timer"])
    #expect(finding.graph.nodes.contains { $0.type == "Countdown" })
  }

  @Test func repeatedRunsDistinguishGrowthFromAOneOff() throws {
    var selection = Selection()
    selection.filters = ["Button/leaking/none/"]
    let cell = try #require(Self.matrix.selected(by: selection).first)
    var runner = CellRunner(showsCuts: false, repeats: 4)
    let finding = try #require(runner.outcome(of: cell).findings.first)
    #expect(finding.recurrence == Recurrence(runs: 4, seen: 4))
    #expect(finding.recurrence?.trend == .growth)

    let oneOff = Self.cell { host, run in
      if run == 1 { Retained.leak(into: host) }
      host.recordDelivery()
    }
    let left = runner.outcome(of: oneOff)
    #expect(left.report.verdict == .fail)
    #expect(left.findings.map(\.recurrence?.trend) == [.oneOff])
  }

  @Test func aFailureOutweighsAnEarlierInconclusiveRun() {
    let cell = Self.cell { host, run in
      if run == 3 { Retained.leak(into: host) }
      if run > 1 { host.recordDelivery() }
    }
    var runner = CellRunner(showsCuts: false, repeats: 4)
    let report = runner.outcome(of: cell).report
    #expect(report.verdict == .fail)
    #expect(report.reason.hasPrefix("in run 3 of 4: "))
  }

  /// Returns a matrix cell that must be clean. `body` receives the number of the run. Run 0, the
  /// first run of a scenario, is not judged.
  private static func cell(_ body: @escaping @Sendable (CellHost, Int) -> Void) -> Cell {
    let counter = RunCounter()
    return Cell(
      source: "test", operator: "direct", ending: .none, timing: .afterSubscribe,
      expectation: .clean
    ) { host in
      body(host, counter.runs)
      counter.runs += 1
      host.takeSubscribedSnapshot()
      host.takeEndedSnapshot()
    }
  }
}

/// A counter that only the thread that runs the cells may use.
private final class RunCounter: @unchecked Sendable {
  var runs = 0
}

/// An object that retains itself.
private final class Retained {
  private var own: Retained?

  static func leak(into host: CellHost) {
    let object = Retained()
    object.own = object
    host.watch(object)
  }
}
