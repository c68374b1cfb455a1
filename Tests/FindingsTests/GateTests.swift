import Findings
import OwnershipGraph
import Testing

/// Returns a report with findings that have the given statuses. Each finding occurs in its own
/// cell, which fails unless the finding is expected. The other cells pass; if `inconclusive` is
/// `true`, the last one is inconclusive instead.
private func report(
  _ findings: [(String, Finding.Status)], inconclusive: Bool = false, cells extra: [String] = []
) -> LeakReport {
  func cell(_ id: String, _ verdict: CellReport.Verdict, _ findings: [String]) -> CellReport {
    CellReport(
      id: id, source: "s", operator: "o", ending: "none", timing: id, expectation: .clean,
      verdict: verdict, resources: .init(before: 0, subscribed: 1, ended: 0, released: 0),
      findings: findings)
  }
  var cells = findings.map { name, status in
    cell("cell-\(name)", status == .expected ? .pass : .fail, [name])
  }
  cells += extra.map { cell("cell-\($0)", .pass, []) }
  cells.append(cell("fine", inconclusive ? .inconclusive : .pass, []))
  let failed = cells.count { $0.verdict == .fail }
  return LeakReport(
    tool: .init(version: "1"),
    summary: .init(
      verdict: failed > 0 ? .leaking : inconclusive ? .inconclusive : .clean, cells: cells.count,
      unexpectedCycles: failed, controlsSeen: 0, controlsExpected: 0,
      inconclusiveCells: inconclusive ? 1 : 0, failedCells: failed),
    coverage: Coverage(), cells: cells,
    findings: findings.map { name, status in
      Finding(
        fingerprint: name, rule: .retainCycle, confidence: .proven, status: status,
        graph: ObjectGraph(nodes: [.init(id: "A#1", type: "A", role: .cycle)]),
        cells: ["cell-\(name)"])
    })
}

@Suite struct GateTests {
  @Test func aBaselineContainsAllFindingsExceptControls() {
    let report = report([("v1:2", .new), ("v1:1", .new), ("v1:3", .expected)])
    let baseline = Baseline(of: report)
    #expect(baseline.known.map(\.fingerprint) == ["v1:1", "v1:2"])
    #expect(baseline.known[0].finding == "retain-cycle: A")
    let gated = report.applying(baseline)
    #expect(gated.findings.map(\.status) == [.known, .known, .expected])
    #expect(gated.summary.verdict == .clean)
    #expect(gated.summary.failedCells == 0 && gated.summary.knownCells == 2)
    #expect(gated.summary.unexpectedCycles == 0)
  }

  @Test(arguments: [
    (true, false, LeakReport.Verdict.clean), (true, true, .leaking), (false, false, .inconclusive),
    (false, true, .leaking),
  ])
  func aJoinedReportContainsAllFindingsAndIsCleanOnlyIfComplete(
    isComplete: Bool, leaks: Bool, verdict: LeakReport.Verdict
  ) {
    let clean = report([])
    let leaking = report([("v1:1", .new), ("v1:2", .new)])
    let all = leaks ? [clean, leaking, report([("v1:2", .new)])] : [clean, clean]
    let joined = LeakReport(joiningPrograms: all, isComplete: isComplete)
    #expect(joined.summary.verdict == verdict)
    #expect(joined.findings.map(\.fingerprint) == (leaks ? ["v1:1", "v1:2"] : []))
    #expect(joined.findings.map(\.occurrences) == (leaks ? [1, 2] : []))
    #expect(joined.summary.unexpectedCycles == joined.findings.count)
  }

  @Test(arguments: [(FailOn.new, 1), (.held, 1), (.none, 1), (.all, 2)])
  func cyclesThatFailTheRunAreCountedAsUnexpected(failOn: FailOn, count: Int) {
    let baseline = Baseline(known: [.init(fingerprint: "v1:1")])
    let report = report([("v1:1", .new), ("v1:2", .new), ("v1:3", .expected)])
    #expect(report.applying(baseline, failOn: failOn).summary.unexpectedCycles == count)
  }

  /// Returns two reports whose findings have the same fingerprint: the first finding is a library's
  /// mistake, the second one is the program's.
  private static func equalFindings() -> (library: LeakReport, program: LeakReport) {
    var timer = ObjectGraph.Node(
      id: "Timer#1", type: "Timer", qualifiedType: "Foundation.Timer", role: .held)
    timer.origin = .language
    var library = report([("v1:1", .new)])
    library.findings[0].rule = .overRetained
    library.findings[0].graph = ObjectGraph(nodes: [timer])
    var program = library
    program.findings[0].graph.nodes.append(
      .init(id: "Poller#1", type: "Poller", qualifiedType: "App.Poller", role: .behind))
    return (library, program)
  }

  @Test func aBaselineExcludesLibraryLeaks() {
    let (before, after) = Self.equalFindings()
    #expect(before.findings[0].isKnownLibraryLeak)
    let baseline = Baseline(of: before)
    #expect(baseline.known.isEmpty)
    #expect(after.applying(baseline).findings.map(\.status) == [.new])
  }

  @Test(arguments: [false, true]) func aLibraryLeakDoesNotHideTheLeakOfAnotherProgram(
    isFirst: Bool
  ) throws {
    let (library, program) = Self.equalFindings()
    let joined = LeakReport(
      joiningPrograms: isFirst ? [library, program] : [program, library], isComplete: true)
    let finding = try #require(joined.findings.first)
    #expect(joined.findings.count == 1 && !finding.isKnownLibraryLeak)
    #expect(finding.occurrences == 1)
  }

  /// A timer that is in no run loop.
  private static let timer = [
    "Foundation.__NSCFType -untyped memory-> Foundation.Timer",
    "Foundation.Timer -_timerStorage-> Foundation.__NSCFType",
    "Foundation.Timer -_fire-> closure #1 in App.Page.start()",
  ]

  /// XCTest retains a test case and its blocks. A closure that retains itself is a program's leak.
  @Test(arguments: [
    (
      ["XCTest.XCTestCaseRun -test-> App.Tests", "App.Tests -testRun-> XCTest.XCTestCaseRun"], true
    ),
    (
      [
        "XCTest.Blocks -blocks[*]-> closure #1 in App.Tests.test()",
        "closure #1 in App.Tests.test() -capture self-> App.Tests",
        "App.Tests -testRun-> XCTest.XCTestCaseRun", "XCTest.XCTestCaseRun -blocks-> XCTest.Blocks",
      ], true
    ),
    (
      [
        "XCTest.Blocks -blocks[*]-> closure #1 in App.Tests.test()",
        "closure #1 in App.Tests.test() -capture f-> closure #2 in App.Tests.test()",
        "closure #2 in App.Tests.test() -capture g-> closure #1 in App.Tests.test()",
        "closure #1 in App.Tests.test() -capture self-> App.Tests",
        "App.Tests -testRun-> XCTest.XCTestCaseRun", "XCTest.XCTestCaseRun -blocks-> XCTest.Blocks",
      ], false
    ),
    (["closure #1 in App.f() -capture f-> closure #1 in App.f()"], false),
    (Self.timer, true),
    (Self.timer + ["closure #1 in App.Page.start() -capture self-> App.Page"], false),
    (
      Self.timer + [
        "closure #1 in App.Page.start() -capture self-> App.Page", "App.Page -t-> Foundation.Timer",
      ], false
    ),
    (
      [
        "App.Tests -service-> App.Service", "App.Service -handler-> closure #1 in App.Tests.test()",
        "closure #1 in App.Tests.test() -capture self-> App.Tests",
        "App.Tests -testRun-> XCTest.XCTestCaseRun", "XCTest.XCTestCaseRun -test-> App.Tests",
      ], false
    ),
  ])
  func onlyALibrarysOwnLeaksAreKnownLibraryLeaks(lines: [String], isKnown: Bool) throws {
    #expect(try finding(lines).isKnownLibraryLeak == isKnown)
  }

  @Test func onlyFindingsNotInTheBaselineFailTheRun() {
    let baseline = Baseline(
      known: [.init(fingerprint: "v1:1")],
      accepted: [.init(fingerprint: "v1:2", reason: "r", owner: "o")])
    let gated = report([("v1:1", .new), ("v1:2", .new), ("v1:3", .new)]).applying(baseline)
    #expect(gated.findings.map(\.status) == [.known, .accepted, .new])
    #expect(gated.summary.verdict == .leaking)
    #expect(gated.summary.failedCells == 1 && gated.summary.knownCells == 2)
    #expect(gated.summary.unexpectedCycles == 1)
    #expect(gated.applying(Baseline()).summary.failedCells == 3)
  }

  @Test(
    arguments: [
      (Finding.Status.new, false, LeakReport.Verdict.leaking, .leaking, .clean),
      (.known, false, .clean, .leaking, .clean), (.accepted, false, .clean, .leaking, .clean),
      (.expected, false, .clean, .clean, .clean), (.new, true, .leaking, .leaking, .inconclusive),
      (.known, true, .inconclusive, .leaking, .inconclusive),
      (.expected, true, .inconclusive, .inconclusive, .inconclusive),
    ] as [(Finding.Status, Bool, LeakReport.Verdict, LeakReport.Verdict, LeakReport.Verdict)])
  func theVerdictFollowsTheFailOnOption(
    status: Finding.Status, isInconclusive: Bool, onNew: LeakReport.Verdict,
    onAll: LeakReport.Verdict, onNone: LeakReport.Verdict
  ) {
    let report = report([("v1:1", status)], inconclusive: isInconclusive)
    var baseline = Baseline()
    if status == .known { baseline = Baseline(known: [.init(fingerprint: "v1:1")]) }
    if status == .accepted { baseline = Baseline(accepted: [.init(fingerprint: "v1:1")]) }
    let gated = report.applying(baseline)
    #expect(gated.verdict(failing: .new) == onNew)
    #expect(gated.verdict(failing: .all) == onAll)
    #expect(gated.verdict(failing: .none) == onNone)
  }

  @Test func aFailedCellWithoutFindingsFailsDespiteTheBaseline() {
    var report = report([("v1:1", .new)])
    report.cells[0].findings = []
    report.findings = []
    #expect(
      report.applying(Baseline(known: [.init(fingerprint: "v1:1")])).summary.verdict == .leaking)
  }

  @Test func aMissedMutantOrControlIsInconclusive() {
    var blind = report([])
    blind.mutants = [MutantReport(name: "m", summary: "s", isCaught: false)]
    #expect(blind.verdict(failing: .none) == .inconclusive)
    var unseen = report([])
    unseen.summary.controlsExpected = 1
    #expect(unseen.verdict(failing: .new) == .inconclusive)
  }

  @Test func anUpdateAddsFindingsAndKeepsExistingEntries() {
    let baseline = Baseline(
      known: [.init(fingerprint: "v1:1", owner: "me")],
      accepted: [.init(fingerprint: "v1:2", reason: "r", owner: "o")])
    let updated = baseline.updated(with: report([("v1:1", .new), ("v1:2", .new), ("v1:3", .new)]))
    #expect(updated.known.map(\.fingerprint) == ["v1:1", "v1:3"])
    #expect(updated.known[0].owner == "me")
    #expect(updated.accepted == baseline.accepted)
  }

  @Test func staleAndExpiredEntriesAreListedAndPruned() throws {
    let today = try #require(CalendarDay("2026-06-01"))
    let baseline = Baseline(
      known: [.init(fingerprint: "v1:1"), .init(fingerprint: "v1:2")],
      accepted: [
        .init(fingerprint: "v1:3", reason: "r", owner: "o", expires: CalendarDay("2026-05-31")),
        .init(fingerprint: "v1:4", reason: "r", owner: "o", expires: today),
      ])
    let report = report([("v1:1", .new), ("v1:3", .new), ("v1:4", .new)])
    #expect(baseline.stale(in: report).map(\.fingerprint) == ["v1:2"])
    #expect(baseline.expired(on: today).map(\.fingerprint) == ["v1:3"])
    let pruned = baseline.pruned(by: report, on: today)
    #expect(pruned.known.map(\.fingerprint) == ["v1:1"])
    #expect(pruned.accepted.map(\.fingerprint) == ["v1:4"])
  }

  /// A baseline may be shared by several programs, each with a report of its own.
  @Test func entriesOfProgramsNotInTheReportAreKept() throws {
    func report(of program: String?, _ fingerprints: [String]) -> LeakReport {
      var report = FindingsTests.report(fingerprints.map { ($0, .new) })
      report.program = program.map { ProgramRun(name: $0, moment: "when it ended") }
      return report
    }
    let today = try #require(CalendarDay("2026-06-01"))
    let baseline = Baseline(of: report(of: "app", ["v1:1", "v1:2"]))
      .updated(with: report(of: "tests", ["v1:2", "v1:3"]))
    #expect(baseline.known.map(\.programs) == [["app"], ["app", "tests"], ["tests"]])
    for (program, kept) in [
      ("app", ["v1:2", "v1:3"]), ("tests", ["v1:1", "v1:2"]), ("app, tests", []),
      (nil, ["v1:1", "v1:2", "v1:3"]),
    ] {
      let empty = report(of: program, [])
      #expect(baseline.pruned(by: empty, on: today).known.map(\.fingerprint) == kept)
      #expect(baseline.unexamined(in: empty).map(\.fingerprint) == kept)
      #expect(baseline.stale(in: empty).count == 3 - kept.count)
    }
    let ofMatrix = Baseline(of: report(of: nil, ["v1:1"]))
    #expect(ofMatrix.pruned(by: report(of: "app", []), on: today) == ofMatrix)
    #expect(ofMatrix.pruned(by: report(of: nil, []), on: today).known.isEmpty)
    let unknown = Baseline(known: [.init(fingerprint: "v1:1")])
    #expect(unknown.pruned(by: report(of: "app", []), on: today).known.isEmpty)
  }

  @Test func aReportOnSeveralProgramsStatesAllTimesOfExaminations() {
    let moments = ["when it ended", "while it was running, after 5 s", "when it ended"]
    let reports = moments.map { moment -> LeakReport in
      var report = report([])
      report.program = ProgramRun(name: "App", moment: moment)
      return report
    }
    let joined = LeakReport(joiningPrograms: reports, isComplete: true)
    #expect(joined.program?.moment == "when it ended or while it was running, after 5 s")
  }

  @Test(arguments: [
    "2027-02-29", "2027-13-01", "2027-00-10", "2027-1-1", "27-01-01", "", "2027-01-00",
    "0000-01-01", "2027-01-01 ",
  ])
  func rejectsInvalidCalendarDays(text: String) { #expect(CalendarDay(text) == nil) }

  @Test func calendarDaysAreOrderedAndRoundTrip() throws {
    let days = try ["2024-02-29", "2026-12-31", "2027-01-01"].map { try #require(CalendarDay($0)) }
    #expect(days == days.sorted())
    #expect(days.map(\.description) == ["2024-02-29", "2026-12-31", "2027-01-01"])
  }

  @Test func aDiffComparesFingerprintsAndIgnoresControls() {
    let base = report([("v1:1", .new), ("v1:2", .known), ("v1:3", .expected), ("v1:5", .new)])
    let head = report(
      [("v1:2", .new), ("v1:4", .new), ("v1:6", .expected)], cells: ["v1:1"])
    let diff = ReportDiff(base: base, head: head)
    #expect(diff.new.map(\.fingerprint) == ["v1:4"])
    #expect(diff.unchanged.map(\.fingerprint) == ["v1:2"])
    // The cell of v1:1 ran again, without this finding. The cell of v1:5 did not run again.
    #expect(diff.fixed.map(\.fingerprint) == ["v1:1"])
    #expect(diff.notRun.map(\.fingerprint) == ["v1:5"])
    #expect(diff.verdict(failing: .new) == .leaking)
    #expect(diff.verdict(failing: .none) == .inconclusive)
  }

  @Test(arguments: [
    (false, false, 1, 0, LeakReport.Verdict.clean), (true, false, 0, 1, .inconclusive),
    (false, true, 0, 1, .inconclusive), (true, true, 0, 1, .inconclusive),
  ])
  func aFailedOrInconclusiveRunDoesNotMarkFindingsAsFixed(
    hasFailed: Bool, isInconclusive: Bool, fixed: Int, missing: Int, verdict: LeakReport.Verdict
  ) {
    func program(_ names: [String]) -> LeakReport {
      var report = report(names.map { ($0, .new) })
      report.cells = []
      for index in report.findings.indices { report.findings[index].cells = [] }
      report.program = ProgramRun(name: "App", moment: "when it ended")
      return report
    }
    var head = program([])
    if hasFailed { head.program?.failure = "it ended with status 3" }
    if isInconclusive { head.summary.verdict = .inconclusive }
    let diff = ReportDiff(base: program(["v1:1"]), head: head)
    #expect(diff.fixed.count == fixed && diff.missing.count == missing && diff.notRun.isEmpty)
    for failOn in FailOn.allCases { #expect(diff.verdict(failing: failOn) == verdict) }
    head.findings = program(["v1:2"]).findings
    let broken = ReportDiff(base: program(["v1:1"]), head: head)
    #expect(broken.missing.count == missing && broken.verdict(failing: .new) == .leaking)
  }

  @Test func anInconclusiveCellDoesNotMarkItsFindingAsFixed() {
    var head = report([("v1:1", .new)])
    head.findings = []
    head.cells[0].verdict = .inconclusive
    let diff = ReportDiff(base: report([("v1:1", .new)]), head: head)
    #expect(diff.fixed.isEmpty && diff.missing.count == 1 && diff.notRun.isEmpty)
    #expect(diff.verdict(failing: .new) == .inconclusive)
  }

  @Test func theVerdictOfADiffMatchesTheGate() {
    let same = report([("v1:1", .new)])
    #expect(ReportDiff(base: same, head: same).verdict(failing: .new) == .clean)
    #expect(ReportDiff(base: same, head: same).verdict(failing: .all) == .leaking)
    let blind = report([("v1:1", .new)], inconclusive: true)
    #expect(ReportDiff(base: same, head: blind).verdict(failing: .new) == .inconclusive)
    #expect(ReportDiff(base: report([]), head: blind).verdict(failing: .new) == .leaking)
    #expect(ReportDiff(base: report([]), head: blind).verdict(failing: .none) == .inconclusive)
  }

  @Test(arguments: FailOn.allCases)
  func aDiffAppliesTheFailOnOptionToNewFindings(failOn: FailOn) {
    for rule in [Rule.retainCycle, .heldByRuntime] {
      var head = report([("v1:1", .new)])
      head.cells = []
      head.findings[0].cells = []
      head.findings[0].rule = rule
      let isGated = failOn.gates(head.findings[0])
      let diff = ReportDiff(base: report([]), head: head)
      #expect((diff.verdict(failing: failOn) == .leaking) == isGated)
    }
    let cycle = ReportDiff(base: report([]), head: report([("v1:1", .new)]))
    #expect((cycle.verdict(failing: failOn) == .leaking) == (failOn != .none))
  }
}
