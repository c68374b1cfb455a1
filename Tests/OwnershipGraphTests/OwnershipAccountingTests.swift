import OwnershipGraph
import TestSupport
import Testing

@Suite struct OwnershipAccountingTests {
  @Test func aClosedCycleAndTheObjectsBehindItAreLeaked() {
    // 0 <-> 1 -> 2, 3 is retained by a root, 4 by an unknown owner
    let accounting = OwnershipAccounting(
      of: SparseRows([[1], [0, 2], [], [], []]), strongCounts: [1, 1, 1, 1, 1], roots: [3])
    #expect(accounting.retentions == [.inCycle, .inCycle, .behindCycle, .held, .unexplained])
    #expect(accounting.unexplainedOwners == [0, 0, 0, 1, 1])
    #expect(accounting.inconsistent.isEmpty)
  }

  @Test func aCycleWithAnExtraRetainIsUnexplained() {
    let accounting = OwnershipAccounting(
      of: SparseRows([[1], [0]]), strongCounts: [2, 1], roots: [])
    #expect(accounting.retentions == [.unexplained, .unexplained])
    #expect(accounting.cycles.isMember(0))
  }

  @Test func anImmortalObjectAndTheObjectsItRetainsAreNotLeaked() {
    let accounting = OwnershipAccounting(
      of: SparseRows([[1], [0]]), strongCounts: [OwnershipAccounting.unknownCount, 1], roots: [])
    #expect(accounting.retentions == [.unexplained, .unexplained])
    #expect(accounting.unexplainedOwners == [0, 0])
  }

  @Test func anObjectWithMoreReferencesThanRetainsIsInconsistent() {
    let accounting = OwnershipAccounting(
      of: SparseRows([[1, 1], [0]]), strongCounts: [1, 1], roots: [])
    #expect(accounting.inconsistent == [1])
    #expect(accounting.retentions == [.unexplained, .unexplained])
  }

  @Test func anObjectWithoutRetainsIsReleasedNotLeaked() {
    let accounting = OwnershipAccounting(
      of: SparseRows([[1], []]), strongCounts: [0, 1], roots: [])
    #expect(accounting.retentions == [.released, .released])
  }

  @Test(arguments: 0..<1500) func retentionsAgreeWithBruteForce(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let graph = RandomGraph(largest: 9, using: &generator)
    let roots = graph.someNodes(using: &generator)
    var counts = graph.rows.indices.map { node in
      UInt32(graph.rows.joined().filter { $0 == node }.count)
    }
    var expectedOwners = counts.map { _ in UInt32(0) }
    var outside = Set<Int>()
    var tooMany: [Int] = []
    for node in counts.indices {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0:
        counts[node] += 2
        expectedOwners[node] = 2
        outside.insert(node)
      case 1:
        counts[node] = OwnershipAccounting.unknownCount
        outside.insert(node)
      case 2 where counts[node] > 0:
        counts[node] -= 1
        tooMany.append(node)
        outside.insert(node)
      default: break
      }
    }
    let accounting = OwnershipAccounting(of: graph.sparse, strongCounts: counts, roots: roots)
    let reach = graph.reachabilityMatrix()
    let held = graph.reached(from: roots)
    let alive = graph.reached(from: outside).union(held)
    for node in graph.rows.indices {
      let expected: OwnershipAccounting.Retention =
        if held.contains(node) { .held } else if alive.contains(node) {
          .unexplained
        } else if reach[node].contains(node) {
          .inCycle
        } else if graph.rows.indices.contains(where: {
          !alive.contains($0) && reach[$0].contains($0) && reach[$0].contains(node)
        }) { .behindCycle } else { .released }
      #expect(
        accounting.retentions[node] == expected,
        "\(node) in \(graph), counts \(counts), roots \(roots)")
    }
    #expect(accounting.unexplainedOwners == expectedOwners, "\(graph), counts \(counts)")
    #expect(accounting.inconsistent == tooMany, "\(graph), counts \(counts)")
  }
}
