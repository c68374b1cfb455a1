import Findings
import OwnershipGraph
import Testing

/// Tests of the suggested breaks in a graph in which one node stands for all objects of a type.
@Suite struct MergedGraphTests {
  /// The graph, merged by type, of an object that retains itself and a list. All elements of the
  /// list have the same type.
  private static let ownerOfList: ObjectGraph = {
    var graph = ObjectGraph(
      nodes: [.init(id: "Owner#1", type: "Owner", module: "App", role: .cycle)],
      references: [.init(from: 0, to: 0, label: "me"), .init(from: 0, to: 1, label: "items")])
    for number in 1...300 {
      graph.nodes.append(
        .init(id: "Item#\(number)", type: "Item", module: "App", role: .behind))
    }
    for number in 1..<300 {
      graph.references.append(.init(from: number, to: number + 1, label: "next"))
    }
    return graph.mergedByType().graph
  }()

  @Test func aListBehindACycleIsNotACycle() {
    let graph = Self.ownerOfList
    #expect(graph.nodes.map(\.count) == [1, 300])
    #expect(graph.cycleReferences().map { graph.references[$0].label } == ["me"])
    #expect(graph.breakSet().references.map { graph.references[$0].label } == ["me"])
    #expect(graph.advisedBreaks().map { graph.references[$0].label } == ["me"])
    let simulation = BreakSimulation(making: graph.cycleReferences(), weakIn: graph)
    #expect(simulation.freed == 301)
    #expect(simulation.leaked == 301)
  }

  @Test func aListOfCycleMembersIsACycle() {
    var graph = Self.ownerOfList
    graph.nodes[1].role = .cycle
    #expect(graph.cycleReferences().map { graph.references[$0].label } == ["me", "next"])
  }

  /// If a merged graph is merged again, nothing changes, including the names.
  @Test func mergingAMergedGraphChangesNothing() {
    #expect(Self.ownerOfList.mergedByType().graph == Self.ownerOfList)
  }
}
