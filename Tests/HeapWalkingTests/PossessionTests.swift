import OwnershipGraph
import Testing

@testable import HeapDrawing
@testable import HeapWalking

/// Tests of which objects may be owned by unreached memory.
@Suite struct PossessionTests {
  private func possessions(_ heap: DrawnHeap, of name: String, from roots: [String] = [])
    -> [String]
  {
    let memory = heap.reached(from: roots)
    return memory.possessions(of: heap.node(name)).map { possession in
      switch possession {
      case .object(let node): heap.name(of: node)
      case .memory(let block): heap.name(ofBlock: block)
      }
    }
  }

  @Test func eachWordIsOnePossession() {
    let heap: DrawnHeap = [
      .object("A", retains: 1, mayOwn: ["B", "B"]), .object("B", retains: 2),
    ]
    #expect(possessions(heap, of: "A") == ["B", "B"])
  }

  @Test func anExplainedObjectIsNoPossession() {
    let heap: DrawnHeap = [
      .object("A", retains: 1, owns: ["B"], mayOwn: ["B"]), .object("B", retains: 1),
    ]
    #expect(possessions(heap, of: "A") == [])
  }

  @Test func reachedMemoryIsNoPossession() {
    let heap: DrawnHeap = [
      .object("A", retains: 1, mayOwn: ["m", "B"]), .object("B", retains: 1), .memory("m", []),
    ]
    #expect(possessions(heap, of: "A") == ["m", "B"])
    #expect(possessions(heap, of: "A", from: ["B", "m"]) == [])
  }

  /// A word that the type of the object does not use may be stale.
  @Test func memoryThatAStaleWordRefersToIsNoPossession() {
    let heap: DrawnHeap = [
      .object("A", retains: 1, mentions: ["m"]), .memory("m", ["B"]), .object("B", retains: 1),
    ]
    #expect(possessions(heap, of: "A") == [])
  }

  @Test func memoryOwnsTheBlocksWhoseAddressesItContainsExceptItself() {
    let heap: DrawnHeap = [
      .memory("m", ["m", "n", "A"]), .memory("n", []), .object("A", retains: 1),
    ]
    #expect(
      heap.reached(from: []).possessions(ofMemory: 0) == [.memory(1), .object(heap.node("A"))])
  }

  /// The handle refers to a dispatch source. A closed block owns nothing.
  @Test func aSourceThatIsNotReachedIsMemory() {
    let heap: DrawnHeap = [
      .object("handle", retains: 1, mayOwn: ["source", "table"]), .memory("table", ["B"]),
      .memory("source", ["A"], role: .keeper(.dispatchSource)),
      .object("A", retains: 1), .object("B", retains: 1),
    ]
    let memory = heap.reached(from: [], closed: ["table"], opening: .task)
    #expect(memory.possessions(of: heap.node("handle")) == [.memory(2)])
    #expect(memory.possessions(ofMemory: 2) == [.object(heap.node("A"))])
    #expect(possessions(heap, of: "handle", from: ["source", "table"]) == [])
  }

  @Test func aDestroyedObjectHasMemoryOnly() {
    let heap: DrawnHeap = [
      .object("A", retains: 0, mayOwn: ["B", "m"]), .object("B", retains: 1), .memory("m", []),
    ]
    #expect(possessions(heap, of: "A") == ["m"])
  }
}
