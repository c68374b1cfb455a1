import Findings
import OwnershipGraph
import Reporting
import Testing

/// Tests that pictures distinguish objects in a cycle from objects that something else retains.
@Suite struct PictureLegendTests {
  /// Returns the DOT file, the SVG file and the page of a report with one finding.
  private static func pictures(of finding: Finding) throws -> [String] {
    var report = SampleReports.clean()
    report.findings = [finding]
    let formats: [any ReportFormat] = [DOTFormat(), SVGFormat(), HTMLFormat()]
    return try formats.map { format in
      let files = try format.files(for: report)
      return try #require(files.first).contents
    }
  }

  @Test(arguments: [
    (ObjectGraph.Role.held, Rule.overRetained, "retained indirectly"),
    (.cycle, .selfCycle, "retained by the cycle"),
  ])
  func objectsBehindOthersAreExplained(
    role: ObjectGraph.Role, rule: Rule, words: String
  ) throws {
    let graph = ObjectGraph(
      nodes: [
        .init(id: "Parent#1", type: "Parent", role: role),
        .init(id: "Child#1", type: "Child", role: .behind),
      ],
      references: [.init(from: 0, to: 1, label: "child")]
        + (rule.isCycle ? [.init(from: 0, to: 0, label: "me")] : []))
    let finding = Finding(
      fingerprint: "v1:0a0b0c0d", rule: rule, confidence: .likely, graph: graph)
    for text in try Self.pictures(of: finding) {
      #expect(text.contains(words), "\(text)")
      #expect(text.contains("retained by the cycle") == rule.isCycle, "\(text)")
    }
  }

  @Test(arguments: [(ObjectGraph.Role.held, Rule.heldByRuntime), (.cycle, .retainCycle)])
  func objectsOutsideACycleAreNotDrawnAsACycle(role: ObjectGraph.Role, rule: Rule) throws {
    let graph = ObjectGraph(
      nodes: [
        .init(id: "Inbox#1", type: "Inbox", role: role),
        .init(id: "Reader#1", type: "Reader", role: role),
      ],
      references: [
        .init(from: 0, to: 1, label: "reader"), .init(from: 1, to: 0, label: "inbox"),
      ])
    let finding = Finding(
      fingerprint: "v1:0a0b0c0d", rule: rule, confidence: .likely, graph: graph)
    let marks = ["cycle of 2 objects", "class=\"e c\"", "class=\"edge strong cycle\""]
    for (text, mark) in zip(try Self.pictures(of: finding), marks) {
      #expect(text.contains(mark) == rule.isCycle, "\(text)")
    }
  }
}
