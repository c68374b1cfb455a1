extension BreakSetSearch {
  /// Returns a break set that is good but not proven minimal.
  ///
  /// Nodes are ordered so that few arcs point backwards. The next node is the one with the lowest
  /// surplus: the number of its incoming references minus the number of its outgoing references,
  /// without references from and to nodes that are already ordered. The backward arcs are cut,
  /// except for unnecessary cuts. No proper subset of the result leaves the component without
  /// cycles.
  ///
  /// Source: Eades, Lin and Smyth, "A fast and effective heuristic for the feedback arc set
  /// problem" (1993), with a heap instead of their buckets.
  ///
  /// - Complexity: O(*e* log *e*), and for each cut the size of the part of the graph between the
  ///   ends of the arc in the node order.
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
    var position = [Int](repeating: -1, count: component.nodeCount)
    var queue = GreedyQueue(outgoing.indices.map { (incoming[$0] - outgoing[$0], $0) })
    var placed = 0
    while let (surplus, node) = queue.popLeast() {
      // An entry is stale once its node has a position or another surplus.
      guard position[node] < 0, surplus == incoming[node] - outgoing[node] else { continue }
      position[node] = placed
      placed += 1
      for arc in arcsFrom[node] where position[component.arcs[arc].to] < 0 {
        let target = component.arcs[arc].to
        incoming[target] -= component.arcs[arc].weight.count
        queue.insert((incoming[target] - outgoing[target], target))
      }
      for arc in arcsInto[node] where position[component.arcs[arc].from] < 0 {
        let source = component.arcs[arc].from
        outgoing[source] -= component.arcs[arc].weight.count
        queue.insert((incoming[source] - outgoing[source], source))
      }
    }
    let cuts = component.arcs.indices.filter {
      position[component.arcs[$0].from] > position[component.arcs[$0].to]
    }
    var order = ArcInsertion(of: component, positions: position)
    return order.cutsLeft(inserting: cuts)
  }
}

/// A type that adds the cut arcs back to an acyclic graph, except arcs that would close a cycle.
///
/// The node order, in which every kept arc points forwards, is maintained while arcs are added.
/// Only the nodes between the ends of the new arc in this order are examined (Pearce and Kelly, "A
/// dynamic topological sort algorithm for directed acyclic graphs", 2006).
private struct ArcInsertion {
  private let component: CutComponent
  private var position: [Int]
  private var targets: [[Int]]
  private var sources: [[Int]]

  /// - Parameter positions: The position of each node; arcs that point forwards are kept.
  init(of component: CutComponent, positions: [Int]) {
    self.component = component
    position = positions
    targets = Array(repeating: [], count: component.nodeCount)
    sources = targets
    for arc in component.arcs where positions[arc.from] < positions[arc.to] { keep(arc) }
  }

  /// Returns the arcs of `cuts` that must remain cut. The heaviest arcs are put back first.
  mutating func cutsLeft(inserting cuts: [Int]) -> [Int] {
    let heaviestFirst = cuts.sorted {
      let (left, right) = (component.arcs[$0].weight, component.arcs[$1].weight)
      return left == right ? $0 < $1 : right < left
    }
    return heaviestFirst.filter { !insert(component.arcs[$0]) }.sorted()
  }

  /// Adds an arc; returns `false` if it would close a cycle.
  private mutating func insert(_ arc: CutArc) -> Bool {
    let (low, high) = (position[arc.to], position[arc.from])
    if low < high {
      let forward = reached(from: arc.to, by: targets) { $0 <= high }
      guard !forward.contains(arc.from) else { return false }
      let backward = reached(from: arc.from, by: sources) { $0 >= low }
      // The nodes that reach the arc move before the nodes that the arc reaches. Together they
      // occupy the same positions as before.
      let moved = backward.sorted(by: isBefore) + forward.sorted(by: isBefore)
      let positions = moved.map { position[$0] }.sorted()
      for (node, free) in zip(moved, positions) { position[node] = free }
    }
    keep(arc)
    return true
  }

  private mutating func keep(_ arc: CutArc) {
    targets[arc.from].append(arc.to)
    sources[arc.to].append(arc.from)
  }

  private func isBefore(_ left: Int, _ right: Int) -> Bool { position[left] < position[right] }

  private func reached(
    from start: Int, by rows: [[Int]], within isNear: (Int) -> Bool
  ) -> Set<Int> {
    var reached: Set = [start]
    var pending = [start]
    while let node = pending.popLast() {
      for next in rows[node] where isNear(position[next]) && reached.insert(next).inserted {
        pending.append(next)
      }
    }
    return reached
  }
}

/// A binary heap of nodes, smallest surplus first; of nodes with equal surplus, the smaller node
/// first.
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
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    if heap.isEmpty { return first }
    heap[0] = last
    var parent = 0
    while true {
      var smallest = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && heap[child] < heap[smallest] { smallest = child }
      if smallest == parent { return first }
      heap.swapAt(parent, smallest)
      parent = smallest
    }
  }
}
