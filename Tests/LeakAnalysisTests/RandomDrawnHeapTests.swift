import OwnershipGraph
import TestSupport
import Testing

@testable import HeapDrawing
@testable import HeapWalking
@testable import LeakAnalysis

/// A simple implementation of the rules by which the analysis classifies the objects of a heap. It
/// shares no data structures with the analysis.
private struct BruteForce {
  let heap: DrawnHeap

  /// Returns the number of references to an object from objects that are not destroyed.
  private func typedReferences(to name: String) -> Int {
    heap.blocks.filter { $0.retains > 0 }.flatMap(\.owns).count { $0 == name }
  }

  private func hasUnexplainedRetain(_ name: String) -> Bool {
    heap.blocks.contains {
      $0.name == name && $0.isObject && Int($0.retains) > typedReferences(to: name)
    }
  }

  private func isObject(_ name: String) -> Bool {
    heap.blocks.contains { $0.name == name && $0.isObject }
  }

  /// Returns the names of the blocks that are reachable from roots.
  func reached(from roots: [String]) -> Set<String> {
    var reached = Set(roots.filter { !isObject($0) || hasUnexplainedRetain($0) })
    for block in heap.blocks where block.isObject {
      if Int(block.retains) < typedReferences(to: block.name) { reached.insert(block.name) }
    }
    while true {
      var next = reached
      for block in heap.blocks where reached.contains(block.name) {
        if block.isObject && block.retains == 0 { continue }
        next.formUnion(block.owns)
        next.formUnion(block.mayOwn.filter { !isObject($0) || hasUnexplainedRetain($0) })
        next.formUnion(block.mentions.filter { !isObject($0) })
      }
      if next == reached { return reached }
      reached = next
    }
  }

  /// Returns the unreached blocks. Destroyed objects are not included, and neither is memory that
  /// unreached objects do not reach.
  private func unreachedOwners(from roots: [String]) -> [DrawnHeap.Block] {
    let reached = reached(from: roots)
    let unreached = heap.blocks.filter { !reached.contains($0.name) }
    var owners = unreached.filter(\.isObject)
    while true {
      let words = owners.flatMap { $0.owns + $0.mayOwn }
      let more = unreached.filter { block in
        words.contains(block.name) && !owners.contains { $0.name == block.name }
      }
      if more.isEmpty { return owners.filter { !$0.isObject || $0.retains > 0 } }
      owners += more
    }
  }

  /// Returns the objects that have more retains than there are references to them in unreached
  /// owners.
  func overRetained(from roots: [String]) -> [String] {
    let reached = reached(from: roots)
    let words = unreachedOwners(from: roots).flatMap { $0.owns + $0.mayOwn }
    return heap.blocks.filter { block in
      block.isObject && !reached.contains(block.name)
        && Int(block.retains) > words.count { $0 == block.name }
    }.map(\.name)
  }
}

/// Tests that compare the analysis of random heaps with a simple implementation of the analysis.
@Suite struct RandomDrawnHeapTests {
  private static func heap(_ generator: inout some RandomNumberGenerator) -> DrawnHeap {
    let names = (0..<Int.random(in: 1...7, using: &generator)).map { "b\($0)" }
    let objects = names.filter { _ in Int.random(in: 0..<4, using: &generator) > 0 }
    func some(_ list: [String], _ most: Int) -> [String] {
      (0..<Int.random(in: 0...most, using: &generator)).compactMap { _ in
        list.randomElement(using: &generator)
      }
    }
    var owns: [String: [String]] = [:]
    for object in objects { owns[object] = some(objects, 2) }
    return DrawnHeap(
      names.map { name in
        guard objects.contains(name) else { return .memory(name, some(names, 3)) }
        let references = owns.values.joined().count { $0 == name }
        let extra = [-1, 0, 0, 0, 1, 2].randomElement(using: &generator) ?? 0
        return .object(
          name, retains: UInt32(max(0, references + extra)), owns: owns[name] ?? [],
          mayOwn: some(names, 1), mentions: some(names, 1))
      })
  }

  @Test(arguments: 0..<40)
  func theAnalysisAgreesWithBruteForce(_ seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<100 {
      let heap = Self.heap(&generator)
      let roots = heap.blocks.map(\.name).filter { _ in Bool.random(using: &generator) }
      let expected = BruteForce(heap: heap)
      let memory = heap.reached(from: roots)
      let reached = expected.reached(from: roots)
      #expect(
        heap.names(where: memory.isUnreached)
          == heap.names { !reached.contains(heap.name(of: $0)) }, "\(heap) from \(roots)")
      let found = UnreachedObjects(in: heap.snapshot, heap.accounting, memory) { _ in false }
      #expect(
        found.overRetained.map(heap.name(of:)) == expected.overRetained(from: roots),
        "\(heap) from \(roots)")
      expectCyclesAreSound(found, heap, roots)
    }
  }

  /// Expects that no member of a cycle is reached, and that no member of a closed cycle is
  /// over-retained. A cycle is closed if its own references explain all retains of its members.
  private func expectCyclesAreSound(
    _ found: UnreachedObjects, _ heap: DrawnHeap, _ roots: [String]
  ) {
    let reached = BruteForce(heap: heap).reached(from: roots)
    let overRetained = Set(found.overRetained)
    for cycle in found.cycles {
      #expect(!cycle.isSelfRetained || overRetained.isDisjoint(with: cycle.members), "\(heap)")
      #expect(cycle.members.allSatisfy { !reached.contains(heap.name(of: $0)) }, "\(heap)")
    }
  }
}
