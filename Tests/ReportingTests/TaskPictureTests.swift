import FindingText
import Findings
import OwnershipGraph
import Testing

@testable import Reporting

/// Tests of the picture of a task that has not ended, and of an object that stores it.
@Suite struct TaskPictureTests {
  private static func finding(taskIsStored: Bool) -> Finding {
    let nodes: [ObjectGraph.Node] = [
      .init(
        id: "closure #1 in Feed.start()#1", type: "closure #1 in Feed.start()",
        kind: .closureContext, role: .held,
        location: SourceLocation(file: "Sources/App/Feed.swift", line: 5)),
      .init(id: "Feed#1", type: "Feed", role: .held),
      .init(id: "Task#1", type: "Task", kind: .task, role: .held),
    ]
    return Finding(
      fingerprint: "v1:0a0b0c0d", rule: .heldByRuntime, confidence: .likely,
      graph: ObjectGraph(
        nodes: taskIsStored ? nodes : Array(nodes.dropLast()),
        references: [.init(from: 0, to: 1, label: "capture self")]
          + (taskIsStored ? [.init(from: 1, to: 2, label: "task")] : [])),
      roots: ["a task that has not ended"])
  }

  @Test func aStoredTaskClosesTheCycleInThePicture() {
    let graph = Self.finding(taskIsStored: true).pictured.graph
    #expect(graph.nodes.map(\.type) == ["closure #1 in Feed.start()", "Feed", "Task"])
    #expect(
      graph.references.map { "\($0.from) \($0.label) \($0.to)" } == [
        "0 capture self 1", "1 task 2", "2 retains 0",
      ])
  }

  @Test func aTaskThatNothingStoresIsAddedToThePicture() {
    let graph = Self.finding(taskIsStored: false).pictured.graph
    #expect(graph.nodes.map(\.type).last == "a task that has not ended")
    #expect(graph.references.last.map { [$0.from, $0.to] } == [2, 0])
  }

  /// Breaking the cycle would not release the objects, because the runtime retains the task.
  @Test func noPictureShowsObjectsThatTheRuntimeRetainsAsACycle() throws {
    var report = SampleReports.clean()
    report.findings = [Self.finding(taskIsStored: true)]
    let dot = try #require(DOTFormat().files(for: report).first).contents
    #expect(!dot.contains("cycle of") && !dot.contains("#c62828"), "\(dot)")
    #expect(GraphPicture(of: report.findings[0]).arrows.allSatisfy { !$0.isInCycle })
  }

  /// The root, which the trace shows above the object, may have made the retain.
  @Test func aRetainOfAnObjectBelowItsOwnerIsNotCalledUnexplained() {
    var finding = Self.finding(taskIsStored: false)
    finding.graph.nodes[0].retainCount = 1
    let lines = TraceDrawing(of: finding).lines()
    let line = "closure #1 in Feed.start() (1 retain without a known reference)"
    #expect(lines.first == "a task that has not ended")
    #expect(lines.contains { $0.hasPrefix(line) }, "\(lines)")
  }

  @Test func dotAndSVGFilesShowTheTitleOfTheFinding() throws {
    var report = SampleReports.clean()
    report.findings = [Self.finding(taskIsStored: true)]
    let title = ReportVocabulary.headline(of: report.findings[0], in: ReportIndex(report))
    let dot = try #require(DOTFormat().files(for: report).first).contents
    let picture = try #require(SVGFormat().files(for: report).first).contents
    #expect(dot.contains("label=\"\(title)\\n"), "\(dot)")
    #expect(picture.contains("aria-label=\"\(title)\""), "\(picture)")
  }

  @Test func theHTMLHeadingHasTheColorOfTheResult() throws {
    var report = SampleReports.clean()
    report.findings = [Self.finding(taskIsStored: true)]
    let page = try #require(HTMLFormat().files(for: report).first).contents
    #expect(page.contains("<h1 class=\"warning\"><a href=\"#\">leakcheck: ! passed with"))
    let clean = try #require(HTMLFormat().files(for: SampleReports.clean()).first).contents
    #expect(clean.contains("<h1 class=\"clean\"><a href=\"#\">leakcheck: ✓ clean"))
  }

  @Test func codeInAFixIsShownAsCode() {
    let fix = "Write `Task { [weak self] in }` for <T>."
    #expect(Escaping.sentence(fix) == "Write `Task { [weak self] in }` for &lt;T&gt;.")
    #expect(
      HTML(sentence: fix).markup == "Write <code>Task { [weak self] in }</code> for &lt;T&gt;.")
    // A single backtick does not delimit code.
    #expect(Escaping.sentence("a ` b") == "a \\` b")
    #expect(HTML(sentence: "a ` <b>").markup == "a ` &lt;b&gt;")
  }
}
