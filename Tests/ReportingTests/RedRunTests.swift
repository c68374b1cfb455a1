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

  @Test func aFailedResultBeginsWithTheFailedCells() {
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

  @Test func failedCellsWithTheSameOperatorAndReasonShareALine() throws {
    var report = Self.report(failed: 4)
    report.cells[2].reason = "the log: expected 1, got 3"
    report.cells[3].operator = "filter"
    let lines = TextReport(of: report).text().split(separator: "\n").filter {
      $0.contains("failed  create")
    }
    #expect(
      lines == [
        "✖ failed  create/map/completion/0  the log: expected 1, got 2  and 1 other cell of create/map",
        "✖ failed  create/map/completion/2  the log: expected 1, got 3",
        "✖ failed  create/map/completion/3  the log: expected 1, got 2",
      ])
    let markdown = try #require(MarkdownFormat().files(for: report).first).contents
    #expect(markdown.contains("expected 1, got 2 and 1 other cell of create/map"))
  }

  @Test func anInconclusiveResultBeginsWithTheInconclusiveCells() {
    #expect(
      ReportVocabulary.result(of: Self.report(failed: 0, inconclusive: 1))
        == "inconclusive: 1 of 5 cells, 0 unexpected cycles, 0/0 controls seen")
    #expect(
      ReportVocabulary.result(of: Self.report(failed: 0))
        == "0 unexpected cycles, 0/0 controls seen, 5 cells")
  }

  @Test(arguments: [
    (Recurrence(runs: 5, seen: 5), "leaked in each of 5 runs: the leak grows with each run"),
    (
      Recurrence(runs: 15, seen: 3, cells: 3),
      "leaked once in each cell (3 of 15 runs): the leak does not grow"
    ),
    (Recurrence(runs: 5, seen: 2), "leaked in 2 of 5 runs"),
  ])
  func theNumberOfRunsWithALeakStatesWhetherItGrows(recurrence: Recurrence, words: String) {
    #expect(ReportVocabulary.description(of: recurrence) == words)
  }

  /// In the sample, `none` leaves a cycle on purpose, and the finding is about another ending.
  @Test func anEndingThatCannotHaveTheFindingIsNotMarkedAsPassed() {
    let text = TextReport(of: SampleReports.leaking()).text()
    #expect(text.contains("\n  dispose ✓  none –  completion ✖\n"), "\(text)")
  }

  /// A sink and a disposable that retain each other after `completion`. The ending `dispose`
  /// disposes the disposable, which clears its property.
  private static func undisposed() -> LeakReport {
    let graph = ObjectGraph(
      nodes: [
        .init(
          id: "TimerSink#1", type: "TimerSink", qualifiedType: "Streams.TimerSink", role: .cycle,
          size: 64, declaration: SourceLocation(file: "Timer.swift", line: 5)),
        .init(
          id: "SerialDisposable#1", type: "SerialDisposable",
          qualifiedType: "Streams.SerialDisposable", role: .cycle, size: 48,
          declaration: SourceLocation(file: "SerialDisposable.swift", line: 9)),
      ],
      references: [
        .init(from: 0, to: 1, label: "timer"), .init(from: 1, to: 0, label: "current"),
      ])
    let finding = Finding(
      fingerprint: "v1:00000001", rule: .retainCycle, confidence: .proven, graph: graph,
      breakSet: [1], hostBreakSet: [1], cells: ["timer/direct/completion/0"])
    let cells = ["completion", "dispose"].map { ending in
      var cell = CellReport(
        id: "timer/direct/\(ending)/0", source: "timer", operator: "direct", ending: ending,
        timing: "0", expectation: .clean, verdict: ending == "dispose" ? .pass : .fail,
        resources: .init(before: 0, subscribed: 2, ended: 0, released: 0))
      if ending == "dispose" {
        cell.cuts = [.init(from: "SerialDisposable#1", label: "current", to: "TimerSink#1")]
      } else {
        cell.findings = [finding.fingerprint]
      }
      return cell
    }
    return LeakReport(
      tool: .init(version: "1"),
      summary: .init(
        verdict: .clean, cells: 2, unexpectedCycles: 1, controlsSeen: 0, controlsExpected: 0,
        inconclusiveCells: 0, failedCells: 1),
      coverage: Coverage(), cells: cells, findings: [finding]
    ).applying(Baseline())
  }

  @Test func theFixForAnUndisposedDisposableIsToDisposeIt() {
    let text = TextReport(of: Self.undisposed()).text()
    for line in [
      "completion does not dispose SerialDisposable; dispose does.",
      "fix: To the maintainers of Streams: dispose SerialDisposable on completion, as on dispose.",
      "◀── break here: dispose the SerialDisposable when the subscription ends",
      "at Timer.swift:5",
    ] { #expect(text.contains(line), "\(text)") }
    #expect(!text.contains("SerialDisposable.swift"), "\(text)")
  }

  /// One mistake in a sink causes findings in the cells of each operator that follows the sink.
  @Test func findingsWithTheSameFixShareASection() {
    var report = Self.undisposed()
    let first = report.findings[0]
    report.findings += (2...13).map { number in
      var finding = first
      finding.fingerprint = "v1:000000\(number < 10 ? "0" : "")\(number)"
      finding.graph.nodes.append(.init(id: "A#1", type: "A", role: .behind, size: 16))
      return finding
    }
    report.cells[0].findings = report.findings.map(\.fingerprint)
    var other = first
    other.fingerprint = "v1:00000099"
    other.graph.references[1].label = "next"
    report.findings.append(other)

    let text = TextReport(of: report).text()
    #expect(text.ranges(of: "  fix: ").count == 2, "\(text)")
    #expect(
      text.contains("  the same fix for 12 more findings:\n    ✖  v1:00000002  retain-cycle  "),
      "\(text)")
    #expect(text.contains("v1:00000011"), "\(text)")
    #expect(!text.contains("v1:00000012"), "\(text)")
    #expect(text.contains("\n    and 2 more\n"), "\(text)")
  }
}
