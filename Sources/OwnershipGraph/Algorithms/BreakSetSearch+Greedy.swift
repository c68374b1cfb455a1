extension BreakSetSearch {
  /// A break set that is good but not proven: what points backwards in an order
  /// that takes nodes with the least weight coming in first.
  ///
  /// After Eades, Lin and Smyth ("A fast and effective heuristic for the feedback
  /// arc set problem", 1993), with a heap in place of their buckets.
  ///
  /// - Complexity: O(*e* log *e*).
  static func greedyCuts(of component: CutComponent) -> [Int] {
    var incoming = [Int](repeating: 0, count: component.nodeCount)
    var outgoing = incoming
    var arcsFrom = [[Int]](repeating: [], count: component.nodeCount)
    var arcsInto = arcsFrom
    for (index, arc) in component.arcs.enumerated() {
      outgoing[arc.from] += arc.weight.count
      incoming[arc.to] += arc.weight.count
      arcsFrom[arc.from].append(index)
      arcsInto[arc.to].append(index)
    }
    var place = [Int](repeating: -1, count: component.nodeCount)
    var queue = GreedyQueue(outgoing.indices.map { (incoming[$0] - outgoing[$0], $0) })
    var placed = 0
    while let (surplus, node) = queue.popLeast() {
      // An entry is stale once its node was placed or its surplus changed.
      guard place[node] < 0, surplus == incoming[node] - outgoing[node] else { continue }
      place[node] = placed
      placed += 1
      for arc in arcsFrom[node] where place[component.arcs[arc].to] < 0 {
        let target = component.arcs[arc].to
        incoming[target] -= component.arcs[arc].weight.count
        queue.insert((incoming[target] - outgoing[target], target))
      }
      for arc in arcsInto[node] where place[component.arcs[arc].from] < 0 {
        let source = component.arcs[arc].from
        outgoing[source] -= component.arcs[arc].weight.count
        queue.insert((incoming[source] - outgoing[source], source))
      }
    }
    return component.arcs.indices.filter {
      place[component.arcs[$0].from] > place[component.arcs[$0].to]
    }
  }
}

/// A binary heap of nodes by what they lack, smaller nodes first among equals.
private struct GreedyQueue {
  private var heap: [(surplus: Int, node: Int)] = []

  init(_ entries: [(Int, Int)]) {
    for entry in entries { insert(entry) }
  }

  mutating func insert(_ entry: (Int, Int)) {
    heap.append((surplus: entry.0, node: entry.1))
    var child = heap.count - 1
    while child > 0, heap[child] < heap[(child - 1) / 2] {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func popLeast() -> (surplus: Int, node: Int)? {
    guard let least = heap.first, let last = heap.popLast() else { return nil }
    if heap.isEmpty { return least }
    heap[0] = last
    var parent = 0
    while true {
      var smallest = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && heap[child] < heap[smallest] { smallest = child }
      if smallest == parent { return least }
      heap.swapAt(parent, smallest)
      parent = smallest
    }
  }
}
