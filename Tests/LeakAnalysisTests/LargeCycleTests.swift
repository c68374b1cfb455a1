import Findings
import HeapWalking
import LeakAnalysis
import OwnershipGraph
import Testing

private final class Link {
  var next: Link?
  var leaf: Leaf?
}

private final class Leaf {}

private final class Node {
  var next: Node?
  var prev: Node?
}

/// Tests that a cycle has the same finding, whatever its size. Small cycles are described object by
/// object. For larger cycles, this description is merged by type. The largest cycles are described
/// by type from the start.
@Suite struct LargeCycleTests {
  /// Makes a cycle of links. The first link also retains a leaf.
  @inline(never)
  private static func plant(_ count: Int) -> (start: Address, clear: () -> Void) {
    let first = Link()
    first.leaf = Leaf()
    var last = first
    for _ in 1..<count {
      let link = Link()
      last.next = link
      last = link
    }
    last.next = first
    let clear = { [weak first] in
      while let link = first, let next = link.next, next !== link {
        link.next = next.next
        next.next = nil
      }
      first?.next = nil
    }
    return (Address(of: first), clear)
  }

  @Test(arguments: [10, 300, 6_000, 20_000])
  func aCycleOfAnySizeIsOneFinding(count: Int) throws {
    let (start, clear) = Self.plant(count)
    defer { clear() }
    let objects = HeapWalker().walk(from: [start]).addresses.map { Address($0) }
    let findings = HeapAnalysis(of: objects, walker: HeapWalker()).findings
    let finding = try #require(findings.first)
    #expect(findings.count == 1)
    #expect(finding.rule == .retainCycle)
    #expect(finding.confidence == .proven)
    #expect(finding.objectCount == count + 1)
    #expect(finding.breakSet.count == 1)
    let cut = finding.graph.references[finding.breakSet[0]]
    #expect(cut.label == "next")
    #expect(finding.graph.nodes[cut.from].role == .cycle)
    // The description must not grow with the cycle, and neither must the number of objects that are
    // searched for a break.
    let isMerged = count > 200
    #expect(finding.graph.nodes.count == (isMerged ? 2 : count + 1))
    #expect(finding.graph.references.count == (isMerged ? 2 : count + 1))
    let (small, clearSmall) = Self.plant(3)
    defer { clearSmall() }
    let alike = HeapWalker().walk(from: [small]).addresses.map { Address($0) }
    #expect(
      HeapAnalysis(of: alike, walker: HeapWalker()).findings.map(\.fingerprint)
        == [finding.fingerprint])
  }

  /// Makes a list whose nodes retain both of their neighbors.
  @inline(never)
  private static func plantList(_ count: Int, isRing: Bool) -> (start: Address, clear: () -> Void) {
    let first = Node()
    var last = first
    for _ in 1..<count {
      let node = Node()
      (last.next, node.prev) = (node, last)
      last = node
    }
    if isRing { (last.next, first.prev) = (first, last) }
    let clear = { [weak first] in
      var node = first
      while let present = node {
        node = present.next
        (present.next, present.prev) = (nil, nil)
      }
    }
    return (Address(of: first), clear)
  }

  /// If a list has an end, removing its backward references leaves no cycle. In a ring, the
  /// references of both directions must be changed.
  @Test(arguments: [(10, false), (300, false), (6_000, false), (6_000, true)])
  func aListOfAnySizeIsBrokenAtItsBackwardReferences(count: Int, isRing: Bool) throws {
    let (start, clear) = Self.plantList(count, isRing: isRing)
    defer { clear() }
    let objects = HeapWalker().walk(from: [start]).addresses.map { Address($0) }
    let findings = HeapAnalysis(of: objects, walker: HeapWalker()).findings
    let finding = try #require(findings.first)
    let labels = Set(finding.advisedBreaks.map { finding.graph.references[$0].label })
    #expect(labels == (isRing ? ["next", "prev"] : ["prev"]))
  }
}
