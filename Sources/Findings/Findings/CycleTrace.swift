package import OwnershipGraph

/// The objects and references of a finding's cycle, in the order in which a report draws them.
///
/// If the cycle contains objects of the program's classes, the drawing starts at one of them.
/// Otherwise, the drawing ends with the reference to break.
package struct CycleTrace: Hashable, Sendable {
  /// One object of the drawn cycle, or two objects that retain each other and are drawn side by
  /// side.
  package struct Step: Hashable, Sendable {
    /// The object, as an index of ``ObjectGraph/nodes``.
    package var node: Int
    /// The object that is drawn beside ``node``, with the references in both directions; `nil` if
    /// ``node`` is drawn alone.
    package var partner: Partner?
    /// The reference to the next step, as an index of ``ObjectGraph/references``.
    package var next: Int
  }

  /// The second of two objects that retain each other: `A ⇄ B`.
  package struct Partner: Hashable, Sendable {
    package var node: Int
    package var there: Int
    package var back: Int
  }

  package var steps: [Step]
  /// The strong references between members of the cycle, except the references in ``steps``.
  package var others: [Int]

  /// Lays out the cycle of a finding.
  ///
  /// - Parameters:
  ///   - graph: The finding's graph, in which members have the role `cycle`.
  ///   - breaking: The references to break; the drawn cycle contains the first of them that belongs
  ///     to a cycle.
  ///   - origins: The rules that recognize the program's own objects.
  /// - Returns: `nil` if the graph has no cycle.
  /// - Complexity: O(*n* + *e*) for *n* nodes and *e* references.
  package init?(
    of graph: ObjectGraph, breaking: [Int] = [], origins: CodeOrigins = CodeOrigins()
  ) {
    let members = graph.cycleReferences()
    guard
      let closing = Self.closing(of: graph, breaking: breaking, members: members, origins: origins),
      var cycle = Self.shortestCycle(closedBy: closing, members: members, in: graph)
    else { return nil }

    // Rotate the cycle so that it starts at an object of one of the program's classes.
    func isOwnClass(_ reference: Int) -> Bool {
      let node = graph.nodes[graph.references[reference].from]
      return !node.kind.isClosure && origins.isProgram(node)
    }
    if let start = cycle.firstIndex(where: isOwnClass) {
      cycle = Array(cycle[start...] + cycle[..<start])
    }

    var backOf: [[Int]: Int] = [:]
    for index in members.reversed() {
      backOf[[graph.references[index].from, graph.references[index].to]] = index
    }
    var steps: [Step] = []
    var shown = Set(cycle)
    var position = 0
    while position < cycle.count {
      let reference = graph.references[cycle[position]]
      let isLast = position == cycle.count - 1
      if cycle.count > 2, !isLast, let back = backOf[[reference.to, reference.from]] {
        steps.append(
          Step(
            node: reference.from,
            partner: Partner(node: reference.to, there: cycle[position], back: back),
            next: cycle[position + 1]))
        shown.insert(back)
        position += 2
      } else {
        steps.append(Step(node: reference.from, partner: nil, next: cycle[position]))
        position += 1
      }
    }
    self.steps = steps
    others = members.filter { !shown.contains($0) }
  }

  /// Returns the reference that closes the drawn cycle. This is the first reference to break that
  /// is in a cycle or, if there is none, the reference that is cheapest to break.
  private static func closing(
    of graph: ObjectGraph, breaking: [Int], members: [Int], origins: CodeOrigins
  ) -> Int? {
    let members = Set(members)
    if let first = breaking.first(where: members.contains) { return first }
    return members.min {
      (origins.cost(of: graph.references[$0], in: graph), $0)
        < (origins.cost(of: graph.references[$1], in: graph), $1)
    }
  }

  /// Returns the shortest cycle that ends with the reference `closing`.
  private static func shortestCycle(
    closedBy closing: Int, members: [Int], in graph: ObjectGraph
  ) -> [Int]? {
    let start = graph.references[closing].to
    let goal = graph.references[closing].from
    if start == goal { return [closing] }
    var referencesFrom = [[Int]](repeating: [], count: graph.nodes.count)
    for index in members { referencesFrom[graph.references[index].from].append(index) }
    var referenceInto = [Int?](repeating: nil, count: graph.nodes.count)
    var queue = [start]
    var next = 0
    while next < queue.count {
      let node = queue[next]
      next += 1
      for index in referencesFrom[node] {
        let target = graph.references[index].to
        guard target != start, referenceInto[target] == nil else { continue }
        referenceInto[target] = index
        queue.append(target)
      }
    }
    var cycle = [closing]
    var current = goal
    while current != start {
      guard let index = referenceInto[current] else { return nil }
      cycle.append(index)
      current = graph.references[index].from
    }
    return cycle.reversed()
  }
}
