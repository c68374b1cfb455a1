/// Branch and bound for the cheapest arcs that meet every cycle of a component.
///
/// Some arc of any remaining cycle must be cut, so the search takes a shortest
/// one and tries each of its arcs; arcs tried before are kept in the branches
/// after, so no set is seen twice. Cycles that share no arc each need a cut of
/// their own, which bounds what a branch can still come to.
struct BreakSetSearch {
  private enum ArcState { case open, kept, cut }

  /// The arcs of the best set known.
  private(set) var best: [Int]
  /// The search came to its end within its steps.
  private(set) var isComplete = true
  private let component: CutComponent
  private let arcsFrom: [[Int]]
  private var states: [ArcState]
  private var bestWeight: CutWeight
  private var stepsLeft: Int

  init(_ component: CutComponent, stepLimit: Int) {
    self.component = component
    var arcsFrom = [[Int]](repeating: [], count: component.nodeCount)
    for (index, arc) in component.arcs.enumerated() { arcsFrom[arc.from].append(index) }
    self.arcsFrom = arcsFrom
    states = Array(repeating: .open, count: component.arcs.count)
    stepsLeft = stepLimit
    best = Self.greedyCuts(of: component)
    bestWeight = best.reduce(.zero) { $0 + component.arcs[$1].weight }
  }

  mutating func run() {
    search(cut: [], weight: .zero)
    best.sort()
  }

  /// Recursion is as deep as the answer is large, and only for components whose
  /// first shortest cycles already fit below the greedy answer; ``deepest`` bounds it.
  private mutating func search(cut: [Int], weight: CutWeight) {
    guard stepsLeft > 0, cut.count < Self.deepest else {
      isComplete = false
      return
    }
    stepsLeft -= 1
    guard let cycle = shortestCycle(where: { states[$0] != .cut }) else {
      if weight < bestWeight {
        best = cut
        bestWeight = weight
      }
      return
    }
    guard weight + remainingBound(after: cycle) < bestWeight else { return }

    let choices = cycle.filter { states[$0] == .open }.sorted {
      (component.arcs[$0].weight, $0) < (component.arcs[$1].weight, $1)
    }
    for arc in choices {
      let next = weight + component.arcs[arc].weight
      if next < bestWeight {
        states[arc] = .cut
        search(cut: cut + [arc], weight: next)
      }
      states[arc] = .kept
    }
    for arc in choices { states[arc] = .open }
  }

  private static let deepest = 1_000

  /// The least that cycles without a common arc still cost; `cycle` is the first.
  private mutating func remainingBound(after cycle: [Int]) -> CutWeight {
    var used = Set<Int>()
    var bound = CutWeight.zero
    var next: [Int]? = cycle
    while let cycle = next {
      guard
        let cheapest = cycle.filter({ states[$0] == .open }).map({ component.arcs[$0].weight }).min()
      else { return CutWeight(count: .max / 2, cost: 0) }
      bound += cheapest
      used.formUnion(cycle)
      next = shortestCycle { states[$0] != .cut && !used.contains($0) }
    }
    return bound
  }

  /// A shortest cycle of the arcs that `isThere` lets through, as arcs.
  ///
  /// - Complexity: O(*n* · *e*); a first cycle of two arcs ends it.
  private func shortestCycle(where isThere: (Int) -> Bool) -> [Int]? {
    var shortest: [Int]?
    for start in 0..<component.nodeCount {
      if let cycle = cycle(through: start, shorterThan: shortest?.count ?? .max, where: isThere) {
        shortest = cycle
        if cycle.count == 2 { break }
      }
    }
    return shortest
  }

  private func cycle(
    through start: Int, shorterThan limit: Int, where isThere: (Int) -> Bool
  ) -> [Int]? {
    var arcInto = [Int](repeating: -1, count: component.nodeCount)
    var frontier = [start]
    var length = 1
    while !frontier.isEmpty, length < limit {
      var next: [Int] = []
      for node in frontier {
        for arc in arcsFrom[node] where isThere(arc) {
          let target = component.arcs[arc].to
          if target == start {
            var cycle = [arc]
            var current = node
            while current != start {
              cycle.append(arcInto[current])
              current = component.arcs[arcInto[current]].from
            }
            return cycle.reversed()
          }
          if arcInto[target] < 0 {
            arcInto[target] = arc
            next.append(target)
          }
        }
      }
      frontier = next
      length += 1
    }
    return nil
  }

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
