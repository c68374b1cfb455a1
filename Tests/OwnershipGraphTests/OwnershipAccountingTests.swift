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

  /// The nodes 0 and 1 retain each other, and node 2 is retained from outside the graph.
  @Test(
    arguments: [
      // Node 2 refers to node 0, which has only the retain by node 1.
      ([[1], [0], [0]], [1, 1, 1], [0, 1]),
      // Node 0 also has a retain by node 2.
      ([[1], [0], [0]], [2, 1, 1], []),
      // Node 2 also retains node 1.
      ([[1], [0], [0, 1]], [1, 2, 1], []),
      // Node 0 has a retain that no reference explains.
      ([[1], [0], [1]], [2, 1, 1], []),
      // The cycle has two more members, and refers to node 5, which is in no cycle.
      ([[1], [3], [0], [4, 5], [0], []], [1, 1, 1, 1, 1, 1], [0, 1, 3, 4]),
      // Node 2 refers to an object that is in no cycle.
      ([[1], [0, 3], [3], []], [1, 1, 1, 1], []),
    ] as [([[Int]], [UInt32], [Int])])
  func aCycleThatOnlyAnUnretainedReferenceReachesIsContradicted(
    rows: [[Int]], counts: [UInt32], members: [Int]
  ) {
    let accounting = OwnershipAccounting(of: SparseRows(rows), strongCounts: counts, roots: [2])
    #expect(accounting.contradicted == members)
    for member in members { #expect(accounting.retentions[member] != .inCycle) }
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

    // Without the references that contradict a cycle, the cycle must be leaked.
    var rows = graph.rows
    let isContradicted = tooMany.filter { node in
      let inner = rows.indices.filter { reach[$0].contains(node) && reach[node].contains($0) }
      return inner.reduce(0) { $0 + rows[$1].count { $0 == node } } >= Int(counts[node])
    }
    for source in rows.indices {
      rows[source].removeAll { isContradicted.contains($0) && !reach[$0].contains(source) }
    }
    let pruned = RandomGraph(rows: rows)
    let inUse = pruned.reached(from: outside.subtracting(isContradicted).union(roots))
    let members = rows.indices.filter { node in
      !inUse.contains(node)
        && isContradicted.contains { reach[$0].contains(node) && reach[node].contains($0) }
    }
    #expect(accounting.contradicted == members, "\(graph), counts \(counts), roots \(roots)")
  }
}
