import FindingText
import Findings
import OwnershipGraph
import Testing

/// Tests of the lines about objects that a root retains and that do not form one chain.
@Suite struct HeldObjectListTests {
  private static func node(
    _ number: Int, _ type: String, _ kind: ObjectGraph.Kind = .classInstance, line: Int? = nil
  ) -> ObjectGraph.Node {
    .init(
      id: "\(type)#\(number)", type: type, kind: kind, role: .held,
      location: line.map { SourceLocation(file: "main.swift", line: $0) })
  }

  @Test func chainsAreSeparateAndEqualObjectsShareALine() {
    let finding = Finding(
      fingerprint: "v1:0a0b0c0d", rule: .heldByRuntime, confidence: .likely,
      graph: ObjectGraph(
        nodes: [
          Self.node(1, "closure #1 in run()", .closureContext, line: 3), Self.node(1, "List"),
          Self.node(1, "Job"), Self.node(2, "Job"), Self.node(3, "Job"),
          Self.node(1, "block", .block),
          Self.node(2, "closure #2 in run()", .closureContext, line: 5),
        ],
        references: [
          .init(from: 0, to: 1, label: "capture list"), .init(from: 1, to: 2, label: "items[*]"),
          .init(from: 1, to: 3, label: "items[*]"), .init(from: 1, to: 4, label: "items[*]"),
          .init(from: 5, to: 6, label: "closure"),
        ]), roots: ["a timer"])
    #expect(
      TraceDrawing(of: finding).lines() == [
        "a timer", "  │ retains", "closure #1 in run()    main.swift:3",
        "  │ strong  capture list     ◀── break here: [weak list]", "List",
        "  │ strong  items[*]", "Job",
        "and", "block", "  │ strong  closure", "closure #2 in run()    main.swift:5",
        "also retained: 2 × Job", "also 2 times: List ─▶ Job  strong  items[*]",
      ])
  }
}
