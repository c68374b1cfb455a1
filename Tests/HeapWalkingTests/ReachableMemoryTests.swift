import OwnershipGraph
import Testing

@testable import HeapDrawing
@testable import HeapWalking

/// Tests of which memory is reachable from roots and stacks in a ``DrawnHeap``, a heap that is only
/// described.
@Suite struct ReachableMemoryTests {
  private func unreached(
    _ heap: DrawnHeap, from roots: [String] = [], stacks: [String] = [], closed: [String] = [],
    opening keeper: RuntimeKeeper? = nil
  ) -> [String] {
    let memory = heap.reached(from: roots, stacks: stacks, closed: closed, opening: keeper)
    return heap.names(where: memory.isUnreached)
  }

  /// A and B retain each other. In some tests, a root contains the address of A.
  private static let cycle: DrawnHeap = [
    .object("A", retains: 1, owns: ["B"]), .object("B", retains: 1, owns: ["A"]),
  ]

  @Test func aRootKeepsAnObjectWithAnUnexplainedRetainAlive() {
    let heap: DrawnHeap = [.object("A", retains: 1, owns: ["B"]), .object("B", retains: 1)]
    #expect(unreached(heap, from: ["A"]) == [])
    #expect(unreached(heap) == ["A", "B"])
  }

  @Test func aRootDoesNotHideACycleWithExplainedRetains() {
    let memory = Self.cycle.reached(from: ["A"])
    #expect(Self.cycle.names(where: memory.isUnreached) == ["A", "B"])
    #expect(Self.cycle.names(where: memory.isPointedTo) == ["A"])
  }

  /// Words of stacks are often stale. They are not reported as evidence that a cycle is in use.
  @Test func aStackWordIsNotReportedAsPointingToACycle() {
    let memory = Self.cycle.reached(from: [], stacks: ["A"])
    #expect(Self.cycle.names(where: memory.isUnreached) == ["A", "B"])
    #expect(Self.cycle.names(where: memory.isPointedTo) == [])
  }

  @Test func aStackKeepsAnObjectWithAnUnexplainedRetainAlive() {
    let heap: DrawnHeap = [.object("A", retains: 2, owns: ["A"])]
    #expect(unreached(heap, stacks: ["A"]) == [])
    #expect(unreached(heap) == ["A"])
  }

  /// global → m → n → A, and o → B, where nothing refers to o.
  @Test func untypedMemoryIsFollowedOnlyFromRoots() {
    let heap: DrawnHeap = [
      .memory("m", ["n"]), .memory("n", ["A"]), .memory("o", ["B"]), .object("A", retains: 1),
      .object("B", retains: 1),
    ]
    #expect(unreached(heap, from: ["m"]) == ["B"])
  }

  @Test func anObjectOwnsMemoryWhoseAddressItContains() {
    let heap: DrawnHeap = [
      .object("A", retains: 1, mentions: ["m"]), .memory("m", ["B"]), .object("B", retains: 1),
    ]
    #expect(unreached(heap, from: ["A"]) == [])
  }

  @Test func unownedReferencesOwnNothing() {
    let heap: DrawnHeap = [.object("A", retains: 1, mentions: ["B"]), .object("B", retains: 1)]
    #expect(unreached(heap, from: ["A"]) == ["B"])
  }

  @Test func unmanagedReferencesMayOwnTheirTargets() {
    let heap: DrawnHeap = [.object("A", retains: 1, mayOwn: ["B"]), .object("B", retains: 1)]
    #expect(unreached(heap, from: ["A"]) == [])
  }

  @Test func aReferenceWithFlagBitsIsARoot() {
    let heap: DrawnHeap = [.object("A", retains: 1)]
    var memory = ReachableMemory(of: heap.snapshot, heap.accounting, in: heap)
    memory.mark(heap.address(of: "A") | 1 << 60 | 3)
    memory.spread()
    #expect(!memory.isUnreached(heap.node("A")))
  }

  /// The word is a stale address. A call that has ended wrote a Boolean value over the first or
  /// last byte of the word.
  @Test(arguments: [UInt(1), 9, 1 << 56]) func anOverwrittenStackWordIsNotARoot(change: UInt) {
    let heap: DrawnHeap = [.object("A", retains: 1)]
    var memory = ReachableMemory(of: heap.snapshot, heap.accounting, in: heap)
    memory.beginStacks()
    memory.mark(heap.address(of: "A") + change)
    memory.spread()
    #expect(memory.isUnreached(heap.node("A")))
  }

  /// If `isOverwritten` is `true`, the root is a stale address of the memory, whose lowest byte a
  /// Boolean value has overwritten. Otherwise, the root is an address in the memory, whose lowest
  /// bits C code may have set.
  @Test(arguments: [(UInt(0x11), true), (1, false), (0x10, false), (0x12, false)])
  func anOverwrittenAddressOfUntypedMemoryIsNotARoot(change: UInt, isOverwritten: Bool) {
    let heap: DrawnHeap = [.memory("m", ["A"]), .object("A", retains: 1)]
    var memory = ReachableMemory(of: heap.snapshot, heap.accounting, in: heap)
    memory.mark(heap.address(of: "m") + change)
    memory.spread()
    #expect(memory.isUnreached(heap.node("A")) == isOverwritten)
  }

  /// The word is the address of the object's reference counts, or a reference whose unused bits
  /// encode the case of an enum.
  @Test(arguments: [UInt(8), 1 << 63, 2 << 56])
  func aStackWordWithAnOffsetOrSpareBitsIsARoot(change: UInt) {
    let heap: DrawnHeap = [.object("A", retains: 1)]
    var memory = ReachableMemory(of: heap.snapshot, heap.accounting, in: heap)
    memory.beginStacks()
    memory.mark(heap.address(of: "A") + change)
    memory.spread()
    #expect(!memory.isUnreached(heap.node("A")))
  }

  @Test func aDestroyedObjectReachableFromARootOwnsNothing() {
    let heap: DrawnHeap = [.object("A", retains: 0, owns: ["B"]), .object("B", retains: 1)]
    #expect(unreached(heap, from: ["A"]).contains("B"))
  }

  /// The destroyed object A contains the address of D, which is not in the record of allocations.
  /// If the count of D is zero, D is memory that was freed and has not been overwritten.
  @Test(arguments: [UInt32(0), 1]) func freedMemoryOwnsNothing(retains: UInt32) {
    let heap: DrawnHeap = [
      .object("A", retains: 0, owns: ["D"]), .object("D", retains: retains, owns: ["B"]),
      .object("B", retains: 1),
    ]
    var memory = ReachableMemory(
      of: heap.snapshot, heap.accounting, in: heap, isTyped: { $0 != heap.node("D") })
    memory.spread()
    #expect(memory.isUnreached(heap.node("B")) == (retains == 0))
  }

  /// The search of global variables reaches the destroyed object before the stacks are searched.
  @Test func aDestroyedObjectOnAStackAndInAGlobalOwnsItsReferences() {
    let heap: DrawnHeap = [
      .object("A", retains: 0, owns: ["B"]), .object("B", retains: 1),
      .object("G", retains: 1, owns: ["A"]),
    ]
    #expect(unreached(heap, from: ["G"]).contains("B"))
    #expect(!unreached(heap, from: ["G"], stacks: ["A"]).contains("B"))
  }

  @Test func anObjectThatAThreadIsDestroyingOwnsItsReferences() {
    let heap: DrawnHeap = [
      .object("A", retains: 0, owns: ["B"]), .object("B", retains: 1, owns: ["C"]),
      .object("C", retains: 1),
    ]
    #expect(unreached(heap, stacks: ["A"]) == [])
  }

  /// A stack contains the address of A, which an unowned reference keeps in memory. The memory of
  /// A contains the address of B.
  @Test(arguments: [true, false])
  func anObjectWhoseDeinitializerHasFinishedOwnsNothing(hasEnded: Bool) {
    let heap: DrawnHeap = [
      .object("V", retains: 1, unowned: ["A"]),
      .object("A", retains: 0, unmanaged: ["B"], hasEnded: hasEnded),
      .object("B", retains: 1),
    ]
    #expect(unreached(heap, from: ["V"], stacks: ["A"]).contains("B") == hasEnded)
  }

  /// References in objects that have been destroyed do not count, so it is unknown whether the
  /// deinitializer of A has finished.
  @Test func anObjectWithUnknownUnownedReferencesMayBeInItsDeinitializer() {
    let heap: DrawnHeap = [
      .object("V", retains: 1, unowned: ["A"]), .object("D", retains: 0, unowned: ["A"]),
      .object("A", retains: 0, unmanaged: ["B"], hasEnded: true), .object("B", retains: 1),
    ]
    #expect(!unreached(heap, from: ["V"], stacks: ["A"]).contains("B"))
  }

  @Test func anImmortalObjectIsARoot() {
    let heap: DrawnHeap = [
      .object("A", retains: OwnershipAccounting.unknownCount, owns: ["B"]),
      .object("B", retains: 1),
    ]
    #expect(unreached(heap) == [])
  }

  @Test func anObjectWithMoreReferencesThanRetainsIsARoot() {
    let heap: DrawnHeap = [.object("A", retains: 1, owns: ["B", "B"]), .object("B", retains: 1)]
    #expect(unreached(heap) == ["A"])
  }

  @Test func closedMemoryOwnsNothing() {
    let heap: DrawnHeap = [.memory("table", ["A"]), .object("A", retains: 1)]
    #expect(unreached(heap, from: ["table"], closed: ["table"]) == ["A"])
    #expect(unreached(heap, from: ["table"]) == [])
  }
}
