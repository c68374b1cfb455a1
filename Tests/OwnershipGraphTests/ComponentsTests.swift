import OwnershipGraph
import TestSupport
import Testing

@Suite struct ComponentsTests {
  @Test func aCycleIsOneComponentAndPrecedesNodesThatReachIt() {
    //  3 -> 0 <-> 1    2
    let components = StronglyConnectedComponents(of: SparseRows([[1], [0], [], [0]]))
    #expect(components.componentOf == [0, 0, 1, 2])
    #expect(components.count == 3)
  }

  @Test(arguments: 0..<1500) func componentsAgreeWithMutualReachability(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let graph = RandomGraph(largest: 9, using: &generator)
    let reach = graph.reachabilityMatrix()
    let components = StronglyConnectedComponents(of: graph.sparse)
    for node in graph.rows.indices {
      for other in graph.rows.indices {
        let areMutual =
          node == other || (reach[node].contains(other) && reach[other].contains(node))
        #expect(
          (components.componentOf[node] == components.componentOf[other]) == areMutual,
          "\(node), \(other) in \(graph)")
      }
      for target in graph.rows[node] {
        #expect(
          components.componentOf[node] >= components.componentOf[target],
          "successors first: \(node) -> \(target) in \(graph)")
      }
    }
    #expect(components.count == Set(components.componentOf).count, "\(graph)")
    #expect(components.componentOf.allSatisfy { $0 < components.count }, "\(graph)")
  }

  @Test(arguments: 0..<500) func aNodeIsInACycleIfItReachesItself(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let graph = RandomGraph(largest: 8, using: &generator)
    let reach = graph.reachabilityMatrix()
    let cycles = RetainCycles(of: graph.sparse)
    for node in graph.rows.indices {
      #expect(cycles.isMember(node) == reach[node].contains(node), "\(node) in \(graph)")
    }
    let lists = cycles.memberLists()
    #expect(
      lists.flatMap { $0 }.sorted() == graph.rows.indices.filter { reach[$0].contains($0) },
      "\(graph)")
    #expect(lists.compactMap(\.first) == lists.compactMap { $0.min() }.sorted(), "\(graph)")
  }

  @Test func aMillionObjectsDoNotOverflowTheStack() {
    let count = 1_000_000
    var chain = SparseRowsBuilder()
    var ring = SparseRowsBuilder()
    for node in 0..<count {
      if node + 1 < count { chain.addReference(to: node + 1) }
      ring.addReference(to: (node + 1) % count)
      chain.endRow()
      ring.endRow()
    }
    #expect(StronglyConnectedComponents(of: chain.finished()).count == count)
    #expect(StronglyConnectedComponents(of: ring.finished()).count == 1)
  }
}
