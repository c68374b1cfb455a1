import Foundation
import Findings
import OwnershipGraph
import Testing

@testable import Reporting

/// Tests of a cycle whose objects have the same type. It is shown as one node with the number of
/// objects.
@Suite struct FoldedCycleTests {
  private static let ring: Finding = {
    let count = 1_000
    let whole = ObjectGraph(
      nodes: (0..<count).map {
        .init(
          id: "RingNode#\($0)", type: "RingNode", qualifiedType: "App.RingNode", role: .cycle,
          size: 32)
      },
      references: (0..<count).map { .init(from: $0, to: ($0 + 1) % count, label: "next") })
    let (graph, referenceOf) = whole.mergedByType()
    let breaks = whole.advisedBreaks().map { referenceOf[$0] }
    return Finding(
      fingerprint: "v1:00000001", rule: .retainCycle, confidence: .proven, graph: graph,
      breakSet: breaks, hostBreakSet: breaks)
  }()

  @Test func allObjectsAreCountedAndNoneIsReportedAsRetainingItself() {
    #expect(Self.ring.graph.nodes.count == 1 && Self.ring.graph.references.count == 1)
    #expect(Self.ring.objectCount == 1_000)
    #expect(Self.ring.bytes == 32_000)
    #expect(Self.ring.cause == nil)
  }

  @Test func theDrawingShowsOneNodeWithTheNumberOfObjects() {
    let lines = TraceDrawing(of: Self.ring).lines()
    #expect(
      lines == [
        "╭─▶ 1,000 × RingNode",
        "│     │ strong  next, to another of them     "
          + "◀── break here: set next of one of them to nil when done",
        "╰─────╯",
      ])
  }

  @Test func aSingleOmittedStepIsCountedInTheSingular() {
    let count = 25
    let graph = ObjectGraph(
      nodes: (0..<count).map { .init(id: "T\($0)#1", type: "T\($0)", role: .cycle) },
      references: (0..<count).map { .init(from: $0, to: ($0 + 1) % count, label: "next") })
    let finding = Finding(
      fingerprint: "v1:00000003", rule: .retainCycle, confidence: .proven, graph: graph)
    #expect(TraceDrawing(of: finding).lines().contains("│   … 1 more object …"))
  }

  @Test func aDOTGraphShowsTheNumberOfObjects() {
    let graph = Self.ring.graph
    let text = DOTDocument(
      title: "", subtitle: "", graph: graph, shown: Set(graph.nodes.indices), breaking: [0]
    ).text
    #expect(text.contains("label=\"1,000 × RingNode\""))
    #expect(text.contains("cycle of 1000 objects"))
  }

  @Test func aDOTGraphDoesNotCountAFunctionValueAsAnObject() {
    let graph = ObjectGraph(
      nodes: [
        .init(id: "Feed#1", type: "Feed", role: .cycle),
        .init(id: "closure#1", type: "closure #1 in start()", kind: .function, role: .cycle),
      ],
      references: [
        .init(from: 0, to: 1, label: "handler"), .init(from: 1, to: 0, label: "capture self"),
      ])
    let text = DOTDocument(
      title: "", subtitle: "", graph: graph, shown: [0, 1], breaking: [1]
    ).text
    #expect(text.contains("cycle of 1 object\""), "\(text)")
  }

  @Test func aDOTGraphDoesNotShowARetainedListAsACycle() {
    var graph = Self.ring.graph
    graph.nodes.append(.init(id: "Link#1", type: "Link", role: .behind, size: 32))
    graph.nodes[1].count = 5
    graph.references.append(.init(from: 0, to: 1, label: "links"))
    graph.references.append(.init(from: 1, to: 1, label: "next"))
    let text = DOTDocument(
      title: "", subtitle: "", graph: graph, shown: [0, 1], breaking: [0]
    ).text
    #expect(text.contains("cycle of 1000 objects"))
    #expect(!text.contains("cycle of 5 objects"))
  }

  @Test func theCountIsWrittenToJSONAndReadBack() throws {
    let ring = Self.ring
    var tables = JSONTables()
    let encoded = try JSONEncoder().encode(JSONNode(ring.graph.nodes[0], tables: &tables))
    let object = try #require(try JSONSerialization.jsonObject(with: encoded) as? [String: Any])
    #expect(object["count"] as? Int == 1_000)
    let decoded = try JSONDecoder().decode(JSONNode.self, from: encoded)
    #expect(try decoded.node(tables) == ring.graph.nodes[0])
  }

  @Test func aSelfReferenceIsReportedAsAnObjectThatRetainsItself() {
    let graph = ObjectGraph(
      nodes: [.init(id: "A#1", type: "A", qualifiedType: "App.A", role: .cycle)],
      references: [.init(from: 0, to: 0, label: "me")])
    let finding = Finding(
      fingerprint: "v1:00000002", rule: .selfCycle, confidence: .proven, graph: graph)
    #expect(finding.cause == .objectRetainsItself)
  }
}
