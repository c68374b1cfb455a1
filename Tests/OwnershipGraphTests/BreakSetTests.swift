import OwnershipGraph
import TestSupport
import Testing

@Suite struct BreakSetTests {
  @Test func twoCyclesThatShareAReferenceNeedOneCut() {
    // Both cycles, 0 -> 1 -> 2 -> 0 and 0 -> 1 -> 3 -> 0, contain 0 -> 1.
    let set = BreakSet(
      nodeCount: 4,
      references: [.init(0, 1), .init(1, 2), .init(2, 0), .init(1, 3), .init(3, 0)])
    #expect(set.references == [0])
    #expect(set.isProvenSmallest)
  }

  @Test func theCheapestOfEquallySmallSetsIsChosen() {
    let references: [BreakSet.Reference] = [
      .init(0, 1, cost: 3), .init(1, 2, cost: 0), .init(2, 0, cost: 1),
    ]
    #expect(BreakSet(nodeCount: 3, references: references).references == [1])
  }

  @Test func parallelReferencesAreCutTogether() {
    let set = BreakSet(
      nodeCount: 2, references: [.init(0, 1), .init(0, 1), .init(1, 0, cost: 9)])
    #expect(set.references == [2])
    let both = BreakSet(
      nodeCount: 2, references: [.init(0, 1), .init(0, 1), .init(1, 0, cost: 9), .init(1, 0)])
    #expect(both.references == [0, 1])
  }

  @Test func aSelfReferenceIsCutButNotAReferenceOutsideCycles() {
    #expect(
      BreakSet(nodeCount: 3, references: [.init(0, 1), .init(1, 1), .init(1, 2)]).references == [1])
  }

  @Test(arguments: 0..<1500) func noOtherSetIsSmallerOrCheaper(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let nodes = Int.random(in: 1...6, using: &generator)
    let references = (0..<Int.random(in: 0...11, using: &generator)).map { _ in
      BreakSet.Reference(
        Int.random(in: 0..<nodes, using: &generator), Int.random(in: 0..<nodes, using: &generator),
        cost: Int.random(in: 0...3, using: &generator))
    }
    var minimum = [Int.max, Int.max]
    for subset in 0..<(1 << references.count) {
      let kept = references.indices.filter { subset & (1 << $0) == 0 }.map { references[$0] }
      guard Self.isAcyclic(nodes, kept) else { continue }
      let cut = references.indices.filter { subset & (1 << $0) != 0 }
      let weight = [cut.count, cut.reduce(0) { $0 + references[$1].cost }]
      if weight.lexicographicallyPrecedes(minimum) { minimum = weight }
    }
    let set = BreakSet(nodeCount: nodes, references: references)
    let kept = references.indices.filter { !set.references.contains($0) }.map { references[$0] }
    #expect(Self.isAcyclic(nodes, kept), "\(references)")
    #expect(set.isProvenSmallest, "\(references)")
    #expect(
      [set.references.count, set.references.reduce(0) { $0 + references[$1].cost }] == minimum,
      "\(references)")
  }

  @Test(arguments: 0..<40) func theBreakSetOfThirtyReferencesIsTheSmallest(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let nodes = Int.random(in: 6...10, using: &generator)
    // A cycle through all nodes makes the graph one component. The other references are random.
    var references = (0..<nodes).map { BreakSet.Reference($0, ($0 + 1) % nodes) }
    while references.count < 30 {
      references.append(
        .init(
          Int.random(in: 0..<nodes, using: &generator), Int.random(in: 0..<nodes, using: &generator)
        ))
    }
    let set = BreakSet(nodeCount: nodes, references: references)
    #expect(set.isProvenSmallest)
    #expect(set.references.count == Self.leastByOrders(nodes, references), "\(references)")
  }

  @Test func aCycleOfAHundredThousandObjectsNeedsOneCut() {
    let count = 100_000
    let set = BreakSet(
      nodeCount: count,
      references: (0..<count).map { .init($0, ($0 + 1) % count, cost: $0 == 777 ? 0 : 1) })
    #expect(set.references == [777])
    #expect(set.isProvenSmallest)
  }

  @Test func theSetOfALargeGraphIsSufficientButNotProvenSmallest() {
    var generator = SeededGenerator(seed: 7)
    let nodes = 3_000
    let references = (0..<12_000).map { _ in
      BreakSet.Reference(
        Int.random(in: 0..<nodes, using: &generator), Int.random(in: 0..<nodes, using: &generator))
    }
    let set = BreakSet(nodeCount: nodes, references: references, searchSteps: 100_000)
    let cut = Set(set.references)
    #expect(
      Self.isAcyclic(nodes, references.indices.filter { !cut.contains($0) }.map { references[$0] }))
    #expect(!set.isProvenSmallest)
    #expect(set.references.count < references.count / 3)
  }

  @Test(arguments: 0..<30) func everyReferenceOfAnUnprovenSetIsNecessary(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let nodes = 60
    let references = (0..<240).map { _ in
      BreakSet.Reference(
        Int.random(in: 0..<nodes, using: &generator), Int.random(in: 0..<nodes, using: &generator))
    }
    let set = BreakSet(nodeCount: nodes, references: references, searchSteps: 1_000)
    #expect(!set.isProvenSmallest)
    for spared in set.references {
      let kept = references.indices.filter { $0 == spared || !set.references.contains($0) }
      let parallel = references.indices.filter {
        references[$0] == references[spared] && set.references.contains($0) && $0 != spared
      }
      #expect(!Self.isAcyclic(nodes, (kept + parallel).map { references[$0] }), "\(spared)")
    }
  }

  /// Returns whether a graph has no cycle: nodes without incoming references are removed one after
  /// the other until none remain.
  private static func isAcyclic(_ nodes: Int, _ references: [BreakSet.Reference]) -> Bool {
    var incoming = [Int](repeating: 0, count: nodes)
    var targets = [[Int]](repeating: [], count: nodes)
    for reference in references {
      incoming[reference.to] += 1
      targets[reference.from].append(reference.to)
    }
    var free = incoming.indices.filter { incoming[$0] == 0 }
    var taken = 0
    while let node = free.popLast() {
      taken += 1
      for target in targets[node] {
        incoming[target] -= 1
        if incoming[target] == 0 { free.append(target) }
      }
    }
    return taken == nodes
  }

  /// Returns the minimum number of backward references over all orders of the nodes.
  private static func leastByOrders(_ nodes: Int, _ references: [BreakSet.Reference]) -> Int {
    // minimum[set]: the minimum over all orders that start with the nodes in `set`.
    var minimum = [Int](repeating: .max, count: 1 << nodes)
    minimum[0] = references.count { $0.from == $0.to }
    for set in 0..<(1 << nodes) {
      for node in 0..<nodes where set & (1 << node) == 0 {
        let backwards = references.count { $0.from == node && set & (1 << $0.to) != 0 }
        let next = set | (1 << node)
        minimum[next] = min(minimum[next], minimum[set] + backwards)
      }
    }
    return minimum[(1 << nodes) - 1]
  }
}
