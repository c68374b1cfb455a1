import OwnershipGraph
import TestSupport
import Testing

@Suite struct PathsAndDominatorsTests {
  @Test func aNodeWithTwoPathsIsDominatedByTheirLastCommonNode() {
    //  0 -> 1, 2;  1 -> 3;  2 -> 3;  3 -> 4
    let tree = DominatorTree(of: SparseRows([[1, 2], [3], [3], [4], []]), from: [0])
    #expect((0..<5).map { tree.immediateDominator(of: $0) } == [nil, 0, 0, 0, 3])
    #expect(
      tree.retainedSizes(sizes: [1, 10, 100, 1000, 10000]) == [11111, 10, 100, 11000, 10000])
  }

  @Test func aNodeReachedFromTwoRootsHasNoDominator() {
    let tree = DominatorTree(of: SparseRows([[2], [2], [], []]), from: [0, 1, 1])
    #expect(tree.immediateDominator(of: 2) == nil)
    #expect(tree.isReached(2))
    #expect(!tree.isReached(3))
    #expect(tree.retainedSizes(sizes: [5, 5, 5, 5]) == [5, 5, 5, 0])
  }

  @Test(arguments: 0..<3000) func dominatorsAndRetainedSizesAgreeWithNodeRemoval(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let graph = RandomGraph(largest: 10, using: &generator)
    let roots = graph.someNodes(using: &generator)
    let sizes = graph.rows.map { _ in Int.random(in: 1...100, using: &generator) }
    // For every second graph, all ancestors are found by jumps; see `ImmediateDominators`.
    let tree = DominatorTree(
      of: graph.sparse, from: roots,
      stepsPerNode: seed.isMultiple(of: 2) ? ImmediateDominators.stepsPerNode : -1)
    let retained = tree.retainedSizes(sizes: sizes)
    let reached = graph.reached(from: roots)
    // A node strictly dominates the nodes that become unreachable when it is removed.
    let lost = graph.rows.indices.map { node in
      reached.subtracting(graph.reached(from: roots, without: node)).subtracting([node])
    }
    for node in graph.rows.indices {
      #expect(tree.isReached(node) == reached.contains(node), "\(node) from \(roots) in \(graph)")
      let dominators = graph.rows.indices.filter { lost[$0].contains(node) }
      // All other dominators of the node dominate its immediate dominator.
      let immediate = dominators.first { candidate in
        dominators.allSatisfy { $0 == candidate || lost[$0].contains(candidate) }
      }
      #expect(
        tree.immediateDominator(of: node) == immediate, "\(node) from \(roots) in \(graph)")
      let size = reached.contains(node) ? lost[node].reduce(sizes[node]) { $0 + sizes[$1] } : 0
      #expect(retained[node] == size, "\(node) from \(roots) in \(graph)")
    }
  }

  @Test func leavesOfTheRootAndALongChainAreDominatedByTheRoot() {
    let length = 200_000
    var builder = SparseRowsBuilder()
    let leaves = length..<(2 * length)
    // This reference must be the first in its row, so that the search reaches the leaves through
    // the chain.
    builder.addReference(to: 1)
    for leaf in leaves { builder.addReference(to: leaf) }
    builder.endRow()
    for node in 1..<length {
      if node + 1 < length { builder.addReference(to: node + 1) }
      if node == length - 1 { for leaf in leaves { builder.addReference(to: leaf) } }
      builder.endRow()
    }
    for _ in leaves { builder.endRow() }
    let tree = DominatorTree(of: builder.finished(), from: [0])
    #expect(leaves.allSatisfy { tree.immediateDominator(of: $0) == 0 })
    #expect(tree.immediateDominator(of: length - 1) == length - 2)
  }

  @Test(arguments: 0..<500) func aRetainingPathIsAShortestPath(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let graph = RandomGraph(largest: 10, using: &generator)
    let roots = graph.someNodes(using: &generator)
    let paths = RetainingPaths(in: graph.sparse, from: roots)
    // Reduces the distances in as many rounds as there are nodes.
    var distances = graph.rows.indices.map { roots.contains($0) ? 0 : Int.max }
    for _ in graph.rows {
      for (node, row) in graph.rows.enumerated() where distances[node] < .max {
        for target in row { distances[target] = min(distances[target], distances[node] + 1) }
      }
    }
    for node in graph.rows.indices {
      let path = paths.path(to: node)
      #expect((path?.count).map { $0 - 1 } ?? .max == distances[node], "\(node) in \(graph)")
      guard let path else { continue }
      #expect(path.first.map(roots.contains) == true && path.last == node, "\(path) in \(graph)")
      for (from, to) in zip(path, path.dropFirst()) {
        #expect(graph.rows[from].contains(to), "\(path) in \(graph)")
      }
    }
  }

  @Test func theEarlierRootAndFieldDecideBetweenEquallyShortPaths() {
    let rows = SparseRows([[3], [2], [4], [4], []])
    #expect(RetainingPaths(in: rows, from: [1, 0]).path(to: 4) == [1, 2, 4])
    #expect(RetainingPaths(in: rows, from: [0, 1]).path(to: 4) == [0, 3, 4])
  }

  @Test func aChainOfAMillionObjectsDoesNotOverflowTheStack() {
    let count = 1_000_000
    var builder = SparseRowsBuilder()
    for node in 0..<count {
      // Every object also refers to the last object, so that paths are compressed.
      if node + 1 < count { builder.addReference(to: node + 1) }
      builder.addReference(to: count - 1)
      builder.endRow()
    }
    let rows = builder.finished()
    let tree = DominatorTree(of: rows, from: [0])
    #expect(tree.immediateDominator(of: count - 2) == count - 3)
    #expect(tree.immediateDominator(of: count - 1) == 0)
    #expect(tree.retainedSizes(sizes: Array(repeating: 1, count: count))[1] == count - 2)
    #expect(RetainingPaths(in: rows, from: [0]).path(to: count - 2)?.count == count - 1)
  }
}
