import Testing

@testable import HeapDrawing
@testable import HeapWalking
@testable import LeakAnalysis

/// An object behind two leaked cycles.
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
}
