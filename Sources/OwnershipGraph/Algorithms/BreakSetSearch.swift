/// A branch-and-bound search for the cheapest set of arcs to cut so that a component contains no
/// cycle.
///
/// The search takes a shortest remaining cycle, of which at least one arc must be cut, and tries to
/// cut each of its arcs in turn. A branch never cuts the arcs that earlier branches of the same
/// cycle have cut, so no set is tried twice. If several cycles have no arc in common, each of them
/// needs a separate cut. This gives a lower bound for the weight of a branch.
struct BreakSetSearch {
  private enum ArcState { case open, kept, cut }

  /// The arcs of the best set found so far.
  private(set) var best: [Int]
  /// A Boolean value indicating whether the search was completed.
  private(set) var isComplete = true
  private let component: CutComponent
  private let arcsFrom: [[Int]]
  private var states: [ArcState]
  private var bestWeight: CutWeight
  /// The number of arcs that the search may still examine.
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

  /// Searches for the best set that contains all arcs of `cut` and no arc that is marked as kept.
  ///
  /// The depth of the recursion is the number of arcs that are cut, at most ``maxDepth``. A branch
  /// ends if its lower bound is not below the weight of the best set found so far.
  private mutating func search(cut: [Int], weight: CutWeight) {
    guard cut.count < Self.maxDepth else {
      isComplete = false
      return
    }
    let cycle = shortestCycle(without: [])
    guard isComplete else { return }
    guard let cycle else {
      if weight < bestWeight {
        best = cut
        bestWeight = weight
      }
      return
    }
    let bound = remainingBound(after: cycle)
    guard isComplete, weight + bound < bestWeight else { return }

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

  private static let maxDepth = 1_000

  /// Returns a lower bound for the total weight of the arcs that must still be cut.
  ///
  /// The function collects cycles without a common arc, starting with `cycle`, and adds up the
  /// weights of the cheapest open arc of each cycle. If all arcs of a cycle are kept, the bound
  /// exceeds every weight.
  private mutating func remainingBound(after cycle: [Int]) -> CutWeight {
    var used = Set<Int>()
    var bound = CutWeight.zero
    var next: [Int]? = cycle
    while let cycle = next {
      guard
        let cheapest = cycle.filter({ states[$0] == .open }).map({ component.arcs[$0].weight })
          .min()
      else { return CutWeight(count: .max / 2, cost: 0) }
      bound += cheapest
      used.formUnion(cycle)
      next = shortestCycle(without: used)
    }
    return bound
  }

  /// Returns the arcs of a shortest cycle that contains no arc of `excluded` and no cut arc; `nil`
  /// if there is none.
  ///
  /// If the search has no steps left, the function sets ``isComplete`` to `false` and returns
  /// `nil`.
  ///
  /// - Complexity: O(*n* · *e*). The search ends early when it finds a cycle of two arcs.
  private mutating func shortestCycle(without excluded: Set<Int>) -> [Int]? {
    var shortest: [Int]?
    for start in 0..<component.nodeCount {
      guard stepsLeft > 0 else {
        isComplete = false
        return nil
      }
      if let cycle = cycle(
        through: start, shorterThan: shortest?.count ?? .max, without: excluded)
      {
        shortest = cycle
        if cycle.count == 2 { break }
      }
    }
    return shortest
  }

  private mutating func cycle(
    through start: Int, shorterThan limit: Int, without excluded: Set<Int>
  ) -> [Int]? {
    var arcInto = [Int](repeating: -1, count: component.nodeCount)
    var frontier = [start]
    var length = 1
    while !frontier.isEmpty, length < limit {
      var next: [Int] = []
      for node in frontier {
        stepsLeft -= arcsFrom[node].count
        for arc in arcsFrom[node] where states[arc] != .cut && !excluded.contains(arc) {
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
}
