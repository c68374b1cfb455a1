import OwnershipGraph
import Testing

@testable import HeapDrawing
@testable import HeapWalking
@testable import LeakAnalysis

/// Tests of how the objects of a matrix cell are classified by the reason why they are alive. The
/// heaps are described with `DrawnHeap`.
@Suite struct SnapshotClassifierTests {
  /// Returns the classes of all objects. Each consists of a reason and the names of objects.
  private func classes(
    of heap: DrawnHeap, roots: [String: String] = [:], runtimeOwner: String? = nil
  ) -> [String] {
    let snapshot = heap.snapshot
    let accounting = HeapAccounting(of: snapshot, roots: roots.values.map(heap.node))
    let candidates = snapshot.nodes.map { node in
      let reached = roots.keys.sorted().filter { name in
        var reachability = Reachability(nodeCount: snapshot.addresses.count)
        reachability.spread(from: [heap.node(roots[name] ?? "").index], in: snapshot.references)
        return reachability.isReached[node.index]
      }
      return SnapshotClassifier.Candidate(node: node, roots: reached)
    }
    return SnapshotClassifier(heap: snapshot, accounting: accounting, type: { _ in 0 })
      .classes(of: candidates, runtimeOwner: runtimeOwner)
      .map { found in
        let parts = [found.objects, found.behind, found.holders].map { nodes in
          nodes.map(heap.name(of:)).sorted().joined()
        }
        return "\(found.reason): \(parts.joined(separator: "/"))"
      }
  }

  @Test func aCycleIsListedWithItsOwnersAndTheObjectsBehindIt() {
    let heap: DrawnHeap = [
      .object("A", retains: 2, owns: ["B"]), .object("B", retains: 1, owns: ["A", "C"]),
      .object("C", retains: 1),
      .object("D", retains: 1, owns: ["D", "A"]),
    ]
    #expect(
      classes(of: heap) == ["cycle(isProvable: true): AB/C/D", "cycle(isProvable: true): D//"])
  }

  /// In these heaps, all objects have the same type.
  @Test func atMostThirtyCyclesOfTheSameTypesAreListed() {
    let alone = (1...40).map { DrawnHeap.Block.object("O\($0)", retains: 1, owns: ["O\($0)"]) }
    let pair: [DrawnHeap.Block] = [
      .object("A", retains: 1, owns: ["B"]), .object("B", retains: 1, owns: ["A"]),
    ]
    let found = classes(of: DrawnHeap(alone + pair))
    #expect(found.count == 31)
    #expect(found.contains("cycle(isProvable: true): AB//"))
  }

  @Test func atMostTwentyOwnersInOtherLeaksAreListed() {
    let owners = (10...34).map { number in
      DrawnHeap.Block.object("\(number)", retains: 1, owns: ["\(number)", "A"])
    }
    let found = classes(of: DrawnHeap([.object("A", retains: 26, owns: ["A"])] + owners))
    let listed = found.first { $0.hasPrefix("cycle(isProvable: true): A/") } ?? ""
    #expect(listed.split(separator: "/").last?.count == 20 * 2)
  }

  @Test func reachableObjectsAreGroupedByTheirRoots() {
    let heap: DrawnHeap = [
      .object("A", retains: 2, owns: ["B"]), .object("B", retains: 1),
      .object("C", retains: 1),
    ]
    #expect(
      classes(of: heap, roots: ["bag": "A", "host": "C"]) == [
        #"held(roots: ["bag"]): AB//"#, #"held(roots: ["host"]): C//"#,
      ])
  }

  @Test func anUnexplainedObjectIsAttributedToANamedOwner() {
    let heap: DrawnHeap = [.object("A", retains: 2, owns: ["B"]), .object("B", retains: 1)]
    #expect(classes(of: heap) == ["unexplained: A/B/"])
    #expect(
      classes(of: heap, runtimeOwner: "timer") == [#"heldByNamedOwner("timer"): AB//"#])
  }

  @Test func anEmptyHeapHasNoClasses() { #expect(classes(of: []) == []) }
}
