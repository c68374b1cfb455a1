import Dispatch
import HeapWalking
import OwnershipGraph
import TestSupport
import Testing

/// A graph of random objects with random references, and a list of the references.
private struct RandomGraph {
  private(set) var nodes: [RandomNode] = []
  /// The references that were added to each node.
  private(set) var expected: [[String]] = []

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...8, using: &random)
    for number in 0..<count {
      let kind = RandomNode.kinds[Int.random(in: 0..<RandomNode.kinds.count, using: &random)]
      nodes.append(kind.init(number: number))
    }
    expected = Array(repeating: [], count: count)
    for _ in 0..<Int.random(in: 0...(3 * count), using: &random) {
      let from = Int.random(in: 0..<count, using: &random)
      let to = Int.random(in: 0..<count, using: &random)
      let label = nodes[from].add(nodes[to])
      if !label.isEmpty { expected[from].append("\(label) → \(to)") }
    }
    for index in expected.indices { expected[index].sort() }
  }

  var names: [UInt: String] {
    Dictionary(uniqueKeysWithValues: nodes.map { (Address(of: $0).bits, "\($0.number)") })
  }

  /// The graph as text, for the message of a failure.
  var text: String {
    nodes.map { "\($0.number) \(type(of: $0)): \(expected[$0.number].joined(separator: ", "))" }
      .joined(separator: "\n")
  }
}

@Suite struct RandomGraphTests {
  /// Each argument is the number of a batch of 250 graphs, each with its own seed.
  @Test(arguments: 0..<12)
  func theWalkReturnsExactlyTheStoredReferences(batch: UInt64) {
    let walker = HeapWalker()
    for seed in (batch * 250)..<(batch * 250 + 250) {
      let graph = RandomGraph(seed: seed)
      expectExactly(graph, walker, seed: seed)
      for node in graph.nodes { node.clear() }
    }
  }

  /// Each thread creates, walks and releases its own graphs, with its own walker.
  @Test func graphsAreWalkedOnSeveralThreadsConcurrently() {
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      let walker = HeapWalker()
      for round in 0..<100 {
        let seed = UInt64(100_000 + thread * 1000 + round)
        let graph = RandomGraph(seed: seed)
        expectExactly(graph, walker, seed: seed)
        for node in graph.nodes { node.clear() }
      }
    }
  }

  private func expectExactly(_ graph: RandomGraph, _ walker: HeapWalker, seed: UInt64) {
    let names = graph.names
    let before = graph.nodes.map { ReferenceCounts(of: Address(of: $0)) }
    for node in graph.nodes {
      let owned = walker.owned(by: node, names: names)
      let found = owned.references.filter { names.values.contains($0.target) }
      #expect(
        found.map(\.description).sorted() == graph.expected[node.number],
        "node \(node.number) of seed \(seed):\n\(graph.text)")
      #expect(owned.coverage.isFull, "node \(node.number) of seed \(seed):\n\(graph.text)")
    }
    let snapshot = walker.walk(from: graph.nodes.map { Address(of: $0) })
    var found = [Int](repeating: 0, count: snapshot.addresses.count)
    for target in snapshot.references.targets { found[Int(target)] += 1 }
    for (index, node) in graph.nodes.enumerated() {
      // The array of nodes also owns the node, but the walk does not find this reference.
      #expect(
        Int(snapshot.strongCounts[index]) == found[index] + 1,
        "count of node \(node.number) of seed \(seed):\n\(graph.text)")
    }
    #expect(graph.nodes.map { ReferenceCounts(of: Address(of: $0)) } == before)
  }
}
