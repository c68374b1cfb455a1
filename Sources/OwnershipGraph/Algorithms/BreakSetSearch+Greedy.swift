extension BreakSetSearch {
  /// Returns arcs to cut so that no cycle remains. The set is small, but not always the smallest.
  ///
  /// The algorithm orders the nodes so that few arcs point backwards, and cuts the backward arcs.
  /// The next node in the order is always the node with the lowest surplus, which is the number of
  /// incoming references minus the number of outgoing references. References from and to nodes that
  /// are already ordered do not count. Finally, the algorithm restores each cut arc that closes no
  /// cycle. Each arc in the result is therefore needed: if it were restored as well, it would close
  /// a cycle.
  ///
  /// Source: Eades, Lin and Smyth, "A fast and effective heuristic for the feedback arc set
  /// problem" (1993), with a heap instead of their buckets, and without their separate steps for
  /// nodes that have no incoming or no outgoing arcs.
  ///
  /// - Complexity: O(*e* log *e*) for the order. To restore a cut arc, the algorithm examines and
  ///   sorts at most the nodes between the ends of the cut arc in this order.
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
      // An entry is stale if its node already has a position, or if the surplus has changed.
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

/// A type that adds cut arcs back to an acyclic graph, except arcs that would close a cycle.
///
/// It maintains an order of the nodes in which every arc of the graph points forwards. To add an
/// arc, it examines only the nodes between the ends of the arc in this order. Source: Pearce and
/// Kelly, "A dynamic topological sort algorithm for directed acyclic graphs" (2006).
private struct ArcInsertion {
  private let component: CutComponent
  private var position: [Int]
  private var targets: [[Int]]
  private var sources: [[Int]]

  /// - Parameter positions: The position of each node in the order. The graph initially contains
  ///   the arcs that point forwards.
  init(of component: CutComponent, positions: [Int]) {
    self.component = component
    position = positions
    targets = Array(repeating: [], count: component.nodeCount)
    sources = targets
    for arc in component.arcs where positions[arc.from] < positions[arc.to] { keep(arc) }
  }

  /// Adds arcs back, the heaviest first. Returns the arcs of `cuts` that must remain cut.
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
      // Reorders the collected nodes: first those that reach the source of the arc, then those that
      // the target of the arc reaches. Together, they occupy the same positions as before.
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

/// A binary heap of nodes, ordered by surplus, smallest first. Nodes with equal surplus are in
/// ascending order.
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
