import HeapWalking
import TestSupport

/// A set of random objects, and a model that predicts which of them are freed. The test itself
/// keeps some of the objects.
///
/// The model contains the references that were stored in the objects. A weak reference to each
/// object shows whether the object exists, so that the model itself is checked.
@safe struct RandomHeap {
  private final class WeakNode {
    weak var node: RandomNode?
    init(_ node: RandomNode) { self.node = node }
  }

  /// The class of each node.
  private(set) var types: [String] = []
  /// The nodes that each node retains.
  private(set) var targets: [[Int]] = []
  /// The nodes that the test itself retains.
  private(set) var owned: Set<Int> = []
  private var kept: [RandomNode] = []
  private var probes: [WeakNode] = []
  private(set) var addresses: [Address] = []

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    Self.fill(&self, &random)
  }

  @inline(never)
  private static func fill(_ heap: inout RandomHeap, _ random: inout SeededGenerator) {
    let count = Int.random(in: 1...9, using: &random)
    var nodes: [RandomNode] = []
    for number in 0..<count {
      let kind = RandomNode.kinds[Int.random(in: 0..<RandomNode.kinds.count, using: &random)]
      nodes.append(kind.init(number: number))
    }
    heap.targets = Array(repeating: [], count: count)
    func connect(_ from: Int, _ to: Int) {
      let label = nodes[from].add(nodes[to])
      let isOwning = !["weak ", "unowned ", "unmanaged "].contains { label.hasPrefix($0) }
      if !label.isEmpty, isOwning { heap.targets[from].append(to) }
    }
    // In most heaps, the first nodes refer to each other in a cycle, so that many heaps leak.
    let ring = Int.random(in: 0...min(4, count), using: &random)
    for node in 0..<ring { connect(node, (node + 1) % ring) }
    for _ in 0..<Int.random(in: 0...count, using: &random) {
      connect(
        Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random))
    }
    for node in 0..<count where Int.random(in: 0..<8, using: &random) == 0 {
      heap.owned.insert(node)
      heap.kept.append(nodes[node])
    }
    heap.types = nodes.map { "\(type(of: $0))" }
    heap.addresses = nodes.map { Address(of: $0) }
    heap.probes = nodes.map(WeakNode.init)
  }

  /// The nodes that still exist, according to the weak references.
  var alive: Set<Int> { Set(probes.indices.filter { probes[$0].node != nil }) }

  /// Removes all references between the nodes that still exist.
  func clear() { for probe in probes { probe.node?.clear() } }
}

extension RandomHeap {
  private func reachable(from starts: some Sequence<Int>) -> Set<Int> {
    var reached = Set<Int>()
    var open = Array(starts)
    while let node = open.popLast() {
      if reached.insert(node).inserted { open += targets[node] }
    }
    return reached
  }

  private var onCycles: Set<Int> {
    Set(targets.indices.filter { reachable(from: targets[$0]).contains($0) })
  }

  /// The nodes that are kept alive only by cycles.
  var leaked: Set<Int> { reachable(from: onCycles).subtracting(reachable(from: owned)) }

  /// The nodes that are members of leaked cycles.
  var leakedInCycles: Set<Int> { onCycles.intersection(leaked) }

  /// The nodes that are not freed.
  var expectedAlive: Set<Int> { leaked.union(reachable(from: owned)) }

  /// The heap as text, for failure messages.
  var text: String {
    types.indices.map { node in
      "\(node) \(types[node])\(owned.contains(node) ? " (owned)" : ""): \(targets[node])"
    }.joined(separator: "\n")
  }
}
