import Testing

@testable import HeapDrawing
@testable import HeapWalking
@testable import LeakAnalysis

/// Tests of an object that two leaked cycles keep alive.
@Suite struct SharedObjectTests {
  /// A ⇄ B → C, X ⇄ Y → C
  private static let blocks: [DrawnHeap.Block] = [
    .object("A", retains: 1, owns: ["B"]), .object("B", retains: 1, owns: ["A", "C"]),
    .object("C", retains: 2),
    .object("X", retains: 1, owns: ["Y"]), .object("Y", retains: 1, owns: ["X", "C"]),
  ]

  @Test(arguments: [false, true], ["A", "X"])
  func isListedWithTheCycleThatWasAllocatedFirst(isReversed: Bool, first: String) {
    let blocks = isReversed ? Self.blocks.reversed() : Self.blocks
    let heap = DrawnHeap(blocks)
    let found = LeakedComponents(
      heap: heap.snapshot, accounting: heap.accounting, limit: 10, isOwn: { _ in true },
      site: { heap.name(of: $0) == first ? 1 : 2 }, isPart: { _ in false })
    let names = found.components.map { component in
      [component.members, component.behind].map { $0.map(heap.name(of:)).sorted().joined() }
    }
    #expect(names == (first == "A" ? [["AB", "C"], ["XY", ""]] : [["XY", "C"], ["AB", ""]]))
  }

  /// A ⇢ m ⇢ A → C ← X ⇢ n ⇢ X and C → D, where ⇢ is a word that may be an owner.
  @Test func isListedOnceBehindCyclesThroughUntypedMemory() {
    let heap: DrawnHeap = [
      .object("A", retains: 1, owns: ["C"], mayOwn: ["m"]), .memory("m", ["A"]),
      .object("X", retains: 1, owns: ["C"], mayOwn: ["n"]), .memory("n", ["X"]),
      .object("C", retains: 2, owns: ["D"]), .object("D", retains: 1),
    ]
    let found = UnreachedObjects(in: heap.snapshot, heap.accounting, heap.reached(from: [])) { _ in
      false
    }
    var listed = UnreachedObjects.Listed()
    let behind = ["A", "X"].map { name in
      found.behind([heap.node(name)], isSelfRetained: true, listed: &listed).map(heap.name(of:))
        .sorted()
    }
    #expect(behind == [["C", "D"], []])
    let holders = LeakHolders(
      of: [["A", "C", "D"], ["X"]].map { $0.map(heap.node) }, among: found.objects,
      in: heap.snapshot
    ) { _ in false }
    #expect(holders[0].map(heap.name(of:)) == ["X"])
    #expect(holders[1] == [])
  }

  @Test func leaksAreOrderedByAllocation() {
    let sets = [[2, 3], [0, 4], [1]].map { $0.map(HeapNode.init) }
    func ordered(upTo limit: Int) -> [[Int]] {
      let site = { (node: HeapNode) in node.index == 1 ? nil : node.index }
      return sets.inOrderOfAllocation(upTo: limit, of: \.self, site: site).map { $0.map(\.index) }
    }
    #expect(ordered(upTo: 3) == [[0, 4], [2, 3], [1]])
    #expect(ordered(upTo: 2) == [[2, 3], [0, 4], [1]])
  }
}
