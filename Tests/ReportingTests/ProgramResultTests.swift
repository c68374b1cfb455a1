import FindingText
import Findings
import Foundation
import OwnershipGraph
import Reporting
import Testing

/// Tests of the counts and headings in reports on a program.
@Suite struct ProgramResultTests {
  /// Returns a finding with one object of 80 bytes.
  private static func finding(_ number: Int, _ rule: Rule) -> Finding {
    var graph = ObjectGraph(
      nodes: [.init(id: "A#1", type: "A", qualifiedType: "App.A", role: .held, size: 80)])
    if rule.isCycle {
      graph.nodes[0].role = .cycle
      graph.references = [.init(from: 0, to: 0, label: "me")]
    }
    return Finding(
      fingerprint: "v1:0000000\(number)", rule: rule, confidence: .proven, graph: graph,
      breakSet: rule.isCycle ? [0] : [])
  }

  /// Returns the report on a program with a finding for each of the given rules.
  private static func report(_ rules: [Rule]) -> LeakReport {
    var report = LeakReport(
      tool: .init(version: "1"),
      summary: .init(
        verdict: .clean, cells: 0, unexpectedCycles: 0, controlsSeen: 0, controlsExpected: 0,
        inconclusiveCells: 0, failedCells: 0),
      coverage: Coverage(), cells: [], findings: [], reproduce: "leakcheck exec -- ./app")
    report.findings = rules.enumerated().map { finding($0.offset, $0.element) }
    report.program = ProgramRun(name: "app", moment: "when the program ended")
    return report
  }

  private static func contents(_ report: LeakReport) throws -> [(path: String, text: String)] {
    try ReportFormats.all.flatMap { try $0.files(for: report) }.map { ($0.path, $0.contents) }
  }

  @Test(arguments: [
    (0, FailOn.new, "2 leaked cycles, 1 finding about over-retained objects"),
    (3, .new, "2 leaked cycles (2 known), 1 finding about over-retained objects (1 known)"),
    (3, .all, "2 leaked cycles (2 known), 1 finding about over-retained objects (1 known)"),
    (1, .all, "2 leaked cycles (1 known), 1 finding about over-retained objects"),
  ])
  func theResultStatesHowManyFindingsAreKnown(known: Int, failOn: FailOn, words: String) {
    let report = Self.report([.selfCycle, .selfCycle, .overRetained])
    let baseline = Baseline(
      known: report.findings.prefix(known).map { .init(fingerprint: $0.fingerprint) })
    let line = ReportVocabulary.result(of: report.applying(baseline, failOn: failOn))
    #expect(line == "\(words), 0 objects examined")
  }

  @Test(arguments: [
    (0, FailOn.new, " (fail the run only with --fail-on held or all)"),
    (1, .new, " (1 known; fail the run only with --fail-on held or all)"),
    (2, .new, " (2 known)"), (0, .held, ""), (1, .held, " (1 known)"), (2, .held, " (2 known)"),
  ])
  func theFailOnOptionIsNamedIfItWouldChangeTheResult(known: Int, failOn: FailOn, remarks: String) {
    let report = Self.report([.heldByRuntime, .heldByRuntime])
    let baseline = Baseline(
      known: report.findings.prefix(known).map { .init(fingerprint: $0.fingerprint) })
    let line = ReportVocabulary.result(of: report.applying(baseline, failOn: failOn))
    let words = "2 findings about objects that only the runtime retains\(remarks)"
    #expect(line == "0 leaked cycles, \(words), 0 objects examined")
  }

  @Test func theResultWithoutObjectsStatesWhyLeaksMayBeHidden() {
    var report = Self.report([])
    report.summary.verdict = .inconclusive
    let words = "no objects were examined, so leaks cannot be ruled out"
    #expect(ReportVocabulary.result(of: report) == words)
    report.coverage.rootObstacle = "the program continues in a process that it forked"
    #expect(
      ReportVocabulary.result(of: report)
        == words + "; the program continues in a process that it forked")
  }

  /// With `--fail-on all`, a known leak of the toolchain fails the run.
  @Test(arguments: [(FailOn.new, "•"), (.all, "✖")])
  func theMarkOfAKnownLeakOfTheToolchainStatesWhetherItFailsTheRun(failOn: FailOn, mark: String) {
    var report = Self.report([.overRetained])
    report.findings[0].graph.nodes[0].type = "Timer"
    report.findings[0].graph.nodes[0].qualifiedType = "Foundation.Timer"
    let text = TextReport(of: report.applying(Baseline(), failOn: failOn)).text()
    #expect(text.contains("\(mark) known leak of the toolchain  v1:00000000"), "\(text)")
  }

  @Test(arguments: [
    (FailOn.all, "**2 findings fail the run** (1 known) · 2/2 controls"),
    (.none, "**0 findings fail the run** · 1 warning · 1 known · 2/2 controls"),
  ])
  func theHeadingOfAMatrixReportCountsEachFindingOnce(failOn: FailOn, words: String) throws {
    var report = SampleReports.leaking()
    report.failOn = failOn
    let text = try #require(MarkdownFormat().files(for: report).first).contents
    #expect(text.contains(words), "\(text)")
  }

  @Test func onlyAReportOnTheMatrixIsCalledReproducible() throws {
    for (report, isReproducible) in [(SampleReports.clean(), true), (Self.report([]), false)] {
      let files = try Self.contents(report)
      for name in ["md", "html"] {
        let text = try #require(files.first { $0.path == "leakcheck.\(name)" }).text
        #expect(text.contains("byte-for-byte") == isReproducible, "\(text)")
      }
    }
  }

  @Test func markdownStatesHowManyObjectsATrialFreed() throws {
    var report = Self.report([.selfCycle])
    report.findings[0].graph.nodes.append(.init(id: "B#1", type: "B", role: .behind, size: 16))
    report.findings[0].confidence = .verified
    report.findings[0].execution = Execution(.verified, references: [0], freedObjects: 1)
    let files = try Self.contents(report)
    for name in ["md", "comment.md", "summary.md"] {
      let text = try #require(files.first { $0.path == "leakcheck.\(name)" }).text
      #expect(text.contains("confidence: verified (a trial freed 1 of 2 objects)"), "\(text)")
    }
  }

  @Test func markdownStatesWhyTheSearchIsIncomplete() throws {
    var report = Self.report([])
    report.coverage.rootObstacle = "the program continues in a process that it forked"
    let text = try #require(MarkdownFormat().files(for: report).first).contents
    let sentences =
      "The search for leaks is incomplete. The program continues in a process that it forked."
    #expect(text.contains("\n\(sentences)\n"), "\(text)")
  }

  @Test(arguments: [
    (1, "1 cycle not reported, because a running thread may have been using it"),
    (2, "2 cycles not reported, because a running thread may have been using them"),
  ])
  func cyclesInUseAreMentioned(cycles: Int, words: String) throws {
    var report = Self.report([])
    report.coverage.cyclesInUse = cycles
    let line = ReportVocabulary.result(of: report)
    #expect(line == "0 leaked cycles, \(words), 0 objects examined")
    let text = try #require(MarkdownFormat().files(for: report).first).contents
    #expect(text.contains("\n\(cycles) cycle"), "\(text)")
    #expect(text.contains("For a certain result, stop the threads before the program ends.\n"))
  }

  @Test func onlyAnInconclusiveAnalysisHasAnAnnotation() {
    var report = Self.report([])
    report.coverage.objects = 3
    #expect(GitHubFormat().document(for: report).isEmpty)
    report.summary.verdict = .inconclusive
    let annotations = GitHubFormat().document(for: report)
    #expect(
      annotations.hasPrefix(
        "::error title=leakcheck%3A analysis inconclusive::Leaks may be hidden. Result: 0 leaked "),
      "\(annotations)")
  }

  @Test(
    arguments: [
      ([], "✖ the program failed"), ([.heldByRuntime], "✖ the program failed"),
      ([.selfCycle], "✖ leaking"),
    ] as [([Rule], String)])
  func noHeadingCallsAFailedProgramClean(rules: [Rule], heading: String) throws {
    var report = Self.report(rules)
    report.program?.failure = "it crashed with signal 11"
    report = report.applying(Baseline())
    for name in ["md", "comment.md", "summary.md", "html"] {
      let text = try #require(Self.contents(report).first { $0.path == "leakcheck.\(name)" }).text
      #expect(text.contains("leakcheck: \(heading)"), "\(text)")
      #expect(!text.contains("✓ clean"), "\(text)")
    }
    let annotations = GitHubFormat().document(for: report)
    #expect(annotations.hasPrefix("::error title=leakcheck%3A program failed::The program failed"))
  }

  @Test func aReportWithALeakStatesThatTheSearchWasIncomplete() throws {
    var report = Self.report([.selfCycle])
    report.summary.isIncomplete = true
    report.coverage.hasSearchedRoots = false
    report = report.applying(Baseline())
    #expect(report.summary.verdict == .leaking && report.summary.verdict.exitStatus == 1)
    let files = try Self.contents(report)
    func text(_ name: String) throws -> String {
      try #require(files.first { $0.path == "leakcheck.\(name)" }).text
    }
    for name in ["md", "comment.md", "summary.md", "html"] {
      let heading = try text(name)
      #expect(heading.contains("✖ leaking, incomplete: there may be further leaks"))
    }
    let (junit, sarif, json) = (try text("junit.xml"), try text("sarif"), try text("json"))
    #expect(junit.contains("failures=\"1\" errors=\"1\""), "\(junit)")
    #expect(sarif.contains("\"executionSuccessful\" : false"), "\(sarif)")
    #expect(sarif.contains("roots could not be searched"), "\(sarif)")
    let read = try ReportReader.report(from: Data(json.utf8), name: "report")
    #expect(read.summary == report.summary)
    // The missing finding may be hidden, so it does not count as fixed.
    let base = Self.report([.selfCycle, .overRetained])
    #expect(ReportDiff(base: base, head: read).isHeadInconclusive)
    #expect(read.applying(Baseline(), failOn: .none).summary.verdict == .inconclusive)
  }

  @Test func anUnanalyzedProgramMakesTheJoinedReportIncomplete() {
    let leaking = Self.report([.selfCycle]).applying(Baseline())
    let joined = LeakReport(joiningPrograms: [leaking], isComplete: false)
    #expect(joined.summary.verdict == .leaking && joined.summary.isIncomplete == true)
    #expect(ReportVocabulary.result(of: joined).hasSuffix("another program could not be examined"))
  }

  @Test func everyFormatStatesHowOftenALeakOccurred() throws {
    var report = Self.report([.selfCycle])
    report.findings[0].count(occurrences: 50)
    report = report.applying(Baseline())
    let words = "seen 50 times, shown once: 50 objects, 4,000 bytes in all"
    #expect(TextReport(of: report).text().contains("\n  \(words)\n"))
    let files = try Self.contents(report)
    for name in [
      "md", "comment.md", "summary.md", "html", "junit.xml", "sarif", "annotations.txt",
    ] {
      let text = try #require(files.first { $0.path == "leakcheck.\(name)" }).text
      #expect(text.contains(words), "\(text)")
    }
    let sarif = try #require(files.first { $0.path == "leakcheck.sarif" }).text
    #expect(sarif.contains("\"occurrenceCount\" : 50") && sarif.contains("\"bytes\" : 4000"))
    report.findings[0].count(occurrences: 1)
    for file in try Self.contents(report) {
      #expect(!file.text.contains("times, shown once"), "\(file.path)")
      #expect(!file.text.contains("occurrenceCount"), "\(file.path)")
    }
  }

  @Test func anAllocationSiteIsNotListedAsALineToEdit() {
    func location(_ line: Int) -> OwnershipGraph.SourceLocation {
      .init(file: "main.swift", line: line)
    }
    let graph = ObjectGraph(
      nodes: [
        .init(
          id: "Feed#1", type: "Feed", qualifiedType: "App.Feed", role: .cycle, size: 80,
          allocation: [StackFrame(function: "leak()", location: location(19))]),
        .init(
          id: "closure#1", type: "closure #1 in Feed.start()",
          qualifiedType: "closure #1 in App.Feed.start()", kind: .function, role: .cycle,
          location: location(13)),
      ],
      references: [
        .init(from: 0, to: 1, label: "handler"), .init(from: 1, to: 0, label: "capture self"),
      ])
    var report = Self.report([])
    report.findings = [
      Finding(
        fingerprint: "v1:00000000", rule: .closureCaptureCycle, confidence: .proven, graph: graph,
        breakSet: [1], hostBreakSet: [1], locations: [location(13), location(19)])
    ]
    func lines() -> [String] {
      let lines = TextReport(of: report).section(for: report.findings[0])
      return lines.filter { $0.contains("at main.swift") || $0.contains("near main.swift") }
    }
    let alone = lines()
    report.findings[0].count(occurrences: 50)
    #expect(lines() == alone && alone == ["  at main.swift:13"], "\(alone)")
    report.findings[0].locations.append(location(25))
    report.findings[0].moreLocations = 2
    #expect(lines() == alone + ["  other occurrences at main.swift:25 and 2 more"], "\(lines())")
    // The closure's line is unknown, and the line of an allocation is not one to edit.
    report.findings[0].graph.nodes[1].location = nil
    report.findings[0].locations = [location(19)]
    #expect(lines() == ["  near main.swift:19 and 2 more"], "\(lines())")
  }

  @Test func aDiffStatesThatTheProgramFailed() {
    let base = Self.report([.selfCycle])
    var head = Self.report([])
    head.program?.failure = "it crashed with signal 11"
    let text = DiffText(of: ReportDiff(base: base, head: head), head: head).text
    #expect(text.contains("? missing  v1:00000000") && !text.contains("✓ fixed"), "\(text)")
    #expect(text.contains("  the program of HEAD failed, so the leak may still exist\n"), "\(text)")
    #expect(
      text.hasSuffix(
        "leakcheck: 0 new, 0 fixed, 0 unchanged, 1 missing, the program of HEAD failed: it crashed "
          + "with signal 11\n"), "\(text)")
  }

  @Test func aDiffStatesWhyALeakMayStillExist() {
    let base = Self.report([.selfCycle])
    var inconclusive = Self.report([])
    inconclusive.summary.verdict = .inconclusive
    var other = Self.report([])
    other.program?.names = ["tool"]
    let matrix = SampleReports.leaking()
    var rerun = matrix
    rerun.findings = []
    for index in rerun.cells.indices { rerun.cells[index].verdict = .inconclusive }
    for (base, head, reason) in [
      (base, inconclusive, "HEAD is inconclusive"),
      (base, other, "HEAD did not examine all programs of BASE"),
      (matrix, rerun, "its cells in HEAD are inconclusive"),
    ] {
      let text = DiffText(of: ReportDiff(base: base, head: head), head: head).text
      #expect(text.contains("  \(reason), so the leak may still exist\n"), "\(text)")
    }
  }

  @Test func aDiffMarksUnchangedFindingsThatFailTheRun() {
    let base = Self.report([.selfCycle, .heldByRuntime])
    let failures = " (2 fail because of --fail-on all)"
    for (failOn, mark, gated) in [(FailOn.all, "✖", failures), (.held, "•", "")] {
      var head = base
      head.failOn = failOn
      let text = DiffText(of: ReportDiff(base: base, head: head), head: head).text
      #expect(text.contains("\(mark) unchanged  v1:00000000"), "\(text)")
      #expect(text.contains("\(mark) unchanged  v1:00000001"), "\(text)")
      #expect(text.hasSuffix("leakcheck: 0 new, 0 fixed, 2 unchanged\(gated)\n"), "\(text)")
    }
  }
}
