import OwnershipGraph
import Testing

@testable import HeapDrawing
@testable import HeapWalking

/// Tests of which objects may be owned by unreached memory.
@Suite struct PossibleTargetTests {
  private func possibleTargets(_ heap: DrawnHeap, of name: String, from roots: [String] = [])
    -> [String]
  {
    let memory = heap.reached(from: roots)
    return memory.possibleTargets(of: heap.node(name)).map { target in
      switch target {
      case .object(let node): heap.name(of: node)
      case .memory(let block): heap.name(ofBlock: block)
      }
    }
  }

  @Test func eachWordIsOnePossibleTarget() {
    let heap: DrawnHeap = [
      .object("A", retains: 1, mayOwn: ["B", "B"]), .object("B", retains: 2),
    ]
    #expect(possibleTargets(heap, of: "A") == ["B", "B"])
  }

  @Test func anObjectWithExplainedRetainsIsNotAPossibleTarget() {
    let heap: DrawnHeap = [
      .object("A", retains: 1, owns: ["B"], mayOwn: ["B"]), .object("B", retains: 1),
    ]
    #expect(possibleTargets(heap, of: "A") == [])
  }

  @Test func reachedMemoryIsNotAPossibleTarget() {
    let heap: DrawnHeap = [
      .object("A", retains: 1, mayOwn: ["m", "B"]), .object("B", retains: 1), .memory("m", []),
    ]
    #expect(possibleTargets(heap, of: "A") == ["m", "B"])
    #expect(possibleTargets(heap, of: "A", from: ["B", "m"]) == [])
  }

  /// A word that the type of the object does not use may be stale.
  @Test func memoryThatAStaleWordRefersToIsNotAPossibleTarget() {
    let heap: DrawnHeap = [
      .object("A", retains: 1, mentions: ["m"]), .memory("m", ["B"]), .object("B", retains: 1),
    ]
    #expect(possibleTargets(heap, of: "A") == [])
  }

  @Test func memoryOwnsOtherBlocksWhoseAddressesItContains() {
    let heap: DrawnHeap = [
      .memory("m", ["m", "n", "A"]), .memory("n", []), .object("A", retains: 1),
    ]
    #expect(
      heap.reached(from: []).possibleTargets(ofMemory: 0) == [.memory(1), .object(heap.node("A"))])
  }

  /// The handle refers to a dispatch source. The block `table` is closed, so it owns nothing.
  @Test func anUnreachedDispatchSourceIsAPossibleTarget() {
    let heap: DrawnHeap = [
      .object("handle", retains: 1, mayOwn: ["source", "table"]), .memory("table", ["B"]),
      .memory("source", ["A"], role: .keeper(.dispatchSource)),
      .object("A", retains: 1), .object("B", retains: 1),
    ]
    let memory = heap.reached(from: [], closed: ["table"], opening: .task)
    #expect(memory.possibleTargets(of: heap.node("handle")) == [.memory(2)])
    #expect(memory.possibleTargets(ofMemory: 2) == [.object(heap.node("A"))])
    #expect(possibleTargets(heap, of: "handle", from: ["source", "table"]) == [])
  }

  @Test func aDestroyedObjectMayOwnOnlyMemory() {
    let heap: DrawnHeap = [
      .object("A", retains: 0, mayOwn: ["B", "m"]), .object("B", retains: 1), .memory("m", []),
    ]
    #expect(possibleTargets(heap, of: "A") == ["m"])
  }
}
