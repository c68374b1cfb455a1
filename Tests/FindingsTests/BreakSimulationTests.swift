import Findings
import OwnershipGraph
import TestSupport
import Testing

@Suite struct BreakSimulationTests {
  @Test(arguments: 0..<400) func simpleCyclesAgreeWithBruteForce(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let nodes = Int.random(in: 1...5, using: &generator)
    let references = (0..<Int.random(in: 0...9, using: &generator)).map { _ in
      (
        from: Int.random(in: 0..<nodes, using: &generator),
        to: Int.random(in: 0..<nodes, using: &generator)
      )
    }
    let found = SimpleCycles(nodeCount: nodes, references: references)
    #expect(found.isComplete)
    #expect(Set(found.cycles.map { Set($0) }).count == found.cycles.count, "\(references)")
    // A set of references is one cycle if a path along all of them passes through each of their
    // nodes once and returns to its start.
    var expected = Set<Set<Int>>()
    for subset in 1..<max(2, 1 << references.count) {
      let chosen = references.indices.filter { subset & (1 << $0) != 0 }
      guard let first = chosen.first else { continue }
      var way = [first]
      while let next = chosen.first(where: {
        !way.contains($0) && references[$0].from == references[way[way.count - 1]].to
      }) { way.append(next) }
      let nodes = Set(way.map { references[$0].from })
      if way.count == chosen.count, nodes.count == chosen.count,
        references[way[way.count - 1]].to == references[first].from
      {
        expected.insert(Set(chosen))
      }
    }
    #expect(Set(found.cycles.map { Set($0) }) == expected, "\(references)")
  }

  @Test func theSearchStopsAtItsLimitAndIsReportedAsIncomplete() {
    // Eight nodes, each with a reference to every other node, have thousands of cycles.
    let references = (0..<64).map { (from: $0 / 8, to: $0 % 8) }.filter { $0.from != $0.to }
    let few = SimpleCycles(nodeCount: 8, references: references, limit: 100)
    #expect(few.cycles.count == 100)
    #expect(!few.isComplete)
    // The number of cycles is a sum over k: the number of sets of k nodes, times (k - 1)! orders.
    let all = SimpleCycles(nodeCount: 8, references: references, limit: 100_000)
    #expect(all.cycles.count == 16_064)
    #expect(all.isComplete)
  }

  @Test func findsOneCycleOfTenThousandObjects() {
    let ring = (0..<10_000).map { (from: $0, to: ($0 + 1) % 10_000) }
    #expect(SimpleCycles(nodeCount: 10_000, references: ring).cycles.map(\.count) == [10_000])
  }

  /// A model, a store that refers back to the model in three ways, and a cache of the model.
  private static let threeHandlers = ObjectGraph(
    nodes: [
      .init(id: "Model#1", type: "Model", qualifiedType: "App.Model", role: .cycle, size: 16),
      .init(
        id: "Store#1", type: "Store", qualifiedType: "Streams.Store", role: .cycle, size: 16),
      .init(
        id: "closure#1", type: "closure #1 in Model.f()",
        qualifiedType: "closure #1 in App.Model.f()", kind: .function, role: .cycle),
      .init(id: "Cache#1", type: "Cache", qualifiedType: "App.Cache", role: .behind, size: 16),
    ],
    references: [
      .init(from: 0, to: 1, label: "store"), .init(from: 1, to: 0, label: "a"),
      .init(from: 1, to: 0, label: "b"), .init(from: 1, to: 2, label: "handler"),
      .init(from: 2, to: 0, label: "capture self"), .init(from: 0, to: 3, label: "cache"),
    ])

  @Test func makingTheSharedReferenceWeakRemovesEveryCycle() {
    let all = BreakSimulation(making: [0], weakIn: Self.threeHandlers)
    #expect(all.cyclesRemoved == 3 && all.cyclesBefore == 3 && all.isEnough && all.isExact)
    #expect(all.freed == 3 && all.leaked == 3)
    let one = BreakSimulation(making: [4], weakIn: Self.threeHandlers)
    #expect(one.cyclesRemoved == 1 && !one.isEnough && one.freed == 0)
    let two = BreakSimulation(making: [1, 2], weakIn: Self.threeHandlers)
    #expect(two.cyclesRemoved == 2 && !two.isEnough)
  }

  @Test func hostReferencesRankBeforeLibraryReferences() {
    let ranked = BreakSimulation.ranked(in: Self.threeHandlers).map { $0.references[0] }
    // The first is the closure's capture, followed by the host's property and the library's
    // properties.
    #expect(ranked == [4, 0, 1, 2, 3])
  }

  @Test(arguments: 0..<200) func aBreakSetIsAlwaysSufficient(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let graph = RandomGraph(largest: 6, using: &generator)
    let objects = ObjectGraph(
      nodes: graph.rows.indices.map {
        .init(id: "A#\($0)", type: "A", qualifiedType: "App.A", role: .cycle)
      },
      references: graph.rows.enumerated().flatMap { from, targets in
        targets.map { ObjectGraph.Reference(from: from, to: $0, label: "x") }
      })
    let simulation = BreakSimulation(making: objects.breakSet().references, weakIn: objects)
    #expect(simulation.isEnough && simulation.freed == simulation.leaked, "\(graph)")
  }
}
