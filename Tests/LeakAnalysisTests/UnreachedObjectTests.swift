import OwnershipGraph
import Testing

@testable import HeapDrawing
@testable import HeapWalking
@testable import LeakAnalysis

extension DrawnHeap {
  fileprivate func unreachedObjects(
    from roots: [String] = [], belongsToLibrary: (String) -> Bool = { _ in false }
  ) -> UnreachedObjects {
    UnreachedObjects(in: snapshot, accounting, reached(from: roots)) {
      belongsToLibrary(name(of: $0))
    }
  }

  fileprivate func names(_ nodes: [HeapNode]) -> [String] { nodes.map(name(of:)).sorted() }
}

extension UnreachedObjects {
  fileprivate func behind(_ objects: [HeapNode], isSelfRetained: Bool) -> [HeapNode] {
    var listed = Listed()
    return behind(objects, isSelfRetained: isSelfRetained, listed: &listed)
  }
}

/// Tests of how objects that no root reaches are classified. `DrawnHeap` describes the heaps.
@Suite struct UnreachedObjectTests {
  @Test func anObjectWithAnUnexplainedRetainIsOverRetained() {
    let heap: DrawnHeap = [
      .object("A", retains: 2, owns: ["B"]), .object("B", retains: 1, owns: ["A"]),
    ]
    let found = heap.unreachedObjects()
    #expect(heap.names(found.overRetained) == ["A"])
    #expect(found.cycles.map { heap.names($0.members) } == [["A", "B"]])
    #expect(found.cycles.allSatisfy { !$0.isSelfRetained })
  }

  /// A → B → C, where one retain of A and one retain of B have no known owner.
  @Test func anOverRetainedObjectIsNotBehindAnother() {
    let heap: DrawnHeap = [
      .object("A", retains: 1, owns: ["B"]), .object("B", retains: 2, owns: ["C"]),
      .object("C", retains: 1),
    ]
    let found = heap.unreachedObjects()
    #expect(heap.names(found.overRetained) == ["A", "B"])
    #expect(found.behind([heap.node("A")], isSelfRetained: false) == [])
    #expect(heap.names(found.behind([heap.node("B")], isSelfRetained: false)) == ["C"])
  }

  @Test func anObjectThatARootReachesIsNotReported() {
    let heap: DrawnHeap = [.object("A", retains: 1), .object("B", retains: 1)]
    let found = heap.unreachedObjects(from: ["A"])
    #expect(heap.names(found.overRetained) == ["B"])
  }

  /// A ⇢ m ⇢ A → B, where ⇢ is a word that may be an owner.
  @Test func aCycleThroughUntypedMemoryIsClosed() {
    let heap: DrawnHeap = [
      .object("A", retains: 1, owns: ["B"], mayOwn: ["m"]), .memory("m", ["A"]),
      .object("B", retains: 1),
    ]
    let found = heap.unreachedObjects()
    #expect(found.overRetained == [])
    #expect(found.cycles.map { heap.names($0.members) } == [["A"]])
    #expect(found.cycles.allSatisfy { $0.isSelfRetained })
    #expect(heap.names(found.behind([heap.node("A")], isSelfRetained: true)) == ["B"])
    #expect(found.behind([heap.node("A")], isSelfRetained: false) == [])
  }

  @Test func aPossibleOwnerExplainsOneRetain() {
    let once: DrawnHeap = [
      .object("A", retains: 1, mayOwn: ["B"]), .object("B", retains: 1, owns: ["A"]),
    ]
    #expect(once.unreachedObjects().overRetained == [])
    let twice: DrawnHeap = [
      .object("A", retains: 1, mayOwn: ["B"]), .object("B", retains: 2, owns: ["A"]),
    ]
    let found = twice.unreachedObjects()
    #expect(twice.names(found.overRetained) == ["B"])
  }

  /// O ⇢ m ⇢ A, where ⇢ is a word that may be an owner. Memory m contains the address of A once or
  /// twice. One retain of O has no known owner, and A contains its own address.
  @Test func anUnmanagedReferenceIsNotAnOwnerIfAllRetainsAreExplained() {
    func heap(words: [String]) -> DrawnHeap {
      [
        .object("O", retains: 1, mayOwn: ["m"]), .memory("m", words),
        .object("A", retains: 2, unmanaged: ["A"]),
      ]
    }
    let explained = heap(words: ["A", "A"])
    #expect(explained.unreachedObjects().cycles.isEmpty)
    #expect(
      explained.names(
        explained.unreachedObjects().behind([explained.node("O")], isSelfRetained: false)) == ["A"])
    let needed = heap(words: ["A"])
    #expect(needed.unreachedObjects().cycles.map { needed.names($0.members) } == [["A"]])
  }

  /// O → A ⇄ B → C, where one retain of O has no known owner.
  @Test func objectsBehindAnAttachedCycleAreBehindTheOverRetainedObject() {
    let heap: DrawnHeap = [
      .object("O", retains: 1, owns: ["A"]), .object("A", retains: 2, owns: ["B"]),
      .object("B", retains: 1, owns: ["A", "C"]), .object("C", retains: 1),
    ]
    var found = heap.unreachedObjects()
    #expect(found.behind([heap.node("O")], isSelfRetained: false) == [])
    found.attachCycles { heap.names($0).contains("C") }
    #expect(found.cycles.map { heap.names($0.members) } == [["A", "B"]])
    found.attachCycles { heap.names($0) == ["A", "B"] }
    #expect(found.cycles.isEmpty)
    let behind = found.behind([heap.node("O")], isSelfRetained: false)
    #expect(heap.names(behind) == ["A", "B", "C"])
  }

  /// O → 0 → 1 → 2 → …, where one retain of O has no known owner.
  @Test func aLongListIsBehindAnOverRetainedObject() {
    let count = 3_000
    let links = (0..<count).map { number in
      DrawnHeap.Block.object(
        "\(number)", retains: 1, owns: number + 1 < count ? ["\(number + 1)"] : [])
    }
    let heap = DrawnHeap([.object("O", retains: 1, owns: ["0"])] + links)
    let behind = heap.unreachedObjects().behind([heap.node("O")], isSelfRetained: false)
    #expect(behind.count == count)
  }

  /// C ← O → A ⇄ B, where one retain of O has no known owner.
  @Test func onlyObjectsOutsideCyclesAreBehindAnOverRetainedObject() {
    let heap: DrawnHeap = [
      .object("O", retains: 1, owns: ["A", "C"]), .object("A", retains: 2, owns: ["B"]),
      .object("B", retains: 1, owns: ["A"]), .object("C", retains: 1),
    ]
    let found = heap.unreachedObjects()
    #expect(heap.names(found.overRetained) == ["O"])
    #expect(found.cycles.map { heap.names($0.members) } == [["A", "B"]])
    #expect(heap.names(found.behind([heap.node("O")], isSelfRetained: false)) == ["C"])
  }

  /// Reference counts prove the cycle A ⇄ B, so it is not listed again. The over-retained object O
  /// must still be reported.
  @Test func aProvenCycleIsReportedOnceAndHidesNoOtherLeak() {
    let heap: DrawnHeap = [
      .object("A", retains: 1, owns: ["B"]), .object("B", retains: 1, owns: ["A"]),
      .object("O", retains: 1, mentions: ["A"]),
    ]
    let found = heap.unreachedObjects()
    #expect(heap.names(found.overRetained) == ["O"])
    #expect(found.cycles.isEmpty)
  }

  @Test func aCycleThroughMemoryOfALibraryObjectIsIgnored() {
    let heap: DrawnHeap = [.object("L", retains: 1, mayOwn: ["m"]), .memory("m", ["L"])]
    #expect(heap.unreachedObjects().cycles.count == 1)
    let found = heap.unreachedObjects { $0 == "L" }
    #expect(found.cycles.isEmpty)
    #expect(heap.names(found.overRetained) == ["L"])
  }

  @Test func referencesThroughMemoryAreShownFromObjectToObject() {
    let heap: DrawnHeap = [
      .object("A", retains: 1, mayOwn: ["m"]), .memory("m", ["n"]), .memory("n", ["B"]),
      .object("B", retains: 1, mayOwn: ["A"]),
    ]
    let (a, b) = (heap.node("A"), heap.node("B"))
    let found = heap.unreachedObjects().possibleReferences(among: [a, b])
    #expect(
      found == [.init(from: a, to: b, isInBlock: true), .init(from: b, to: a, isInBlock: false)])
  }

  /// All retains of B are explained, so no word of untyped memory owns it.
  @Test func untypedMemoryDoesNotOwnAFullyExplainedObject() {
    let heap: DrawnHeap = [
      .object("A", retains: 1, owns: ["B"], mayOwn: ["m"]), .memory("m", ["A", "B"]),
      .object("B", retains: 1, owns: ["A"]), .object("C", retains: 1),
    ]
    let (a, b) = (heap.node("A"), heap.node("B"))
    let found = heap.unreachedObjects().possibleReferences(among: [a, b])
    #expect(!found.contains { $0.to == b })
  }

  /// Every object reaches all others: through the list of a C library, each element of which refers
  /// to an object, as in Foundation's XML documents, or through a table of all objects.
  @Test(arguments: [5, 800], [true, false])
  func theReferencesThroughSharedMemoryAreLimited(count: Int, isList: Bool) {
    let names = (0..<count).map { "O\($0)" }
    let list = (0..<count).map { number in
      DrawnHeap.Block.memory("m\(number)", [names[number], "m\((number + 1) % count)"])
    }
    let objects = names.indices.map { number in
      DrawnHeap.Block.object(names[number], retains: 1, mayOwn: [isList ? "m\(number)" : "table"])
    }
    let heap = DrawnHeap(objects + (isList ? list : [.memory("table", names)]))
    let nodes = names.map(heap.node)
    let found = heap.unreachedObjects().possibleReferences(among: nodes)
    #expect(found.count <= 5_000 + 17 * count)
    if count == 5 { #expect(found.count == count * count) }
    // Each object still reaches all others.
    let owned = Dictionary(grouping: found, by: \.from).mapValues { Set($0.map(\.to)) }
    let owners = Dictionary(grouping: found, by: \.to).mapValues { Set($0.map(\.from)) }
    for references in [owned, owners] {
      var reached: Set = [nodes[0]]
      var open = [nodes[0]]
      while let node = open.popLast() {
        open += references[node, default: []].filter { reached.insert($0).inserted }
      }
      #expect(reached == Set(nodes))
    }
  }
}
