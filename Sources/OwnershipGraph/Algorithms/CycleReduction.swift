/// A type that reduces a graph without changing the weight of its ``BreakSet``, the smallest set of
/// references to cut so that no cycle remains.
///
/// Nodes and references outside cycles are removed. Parallel references become one arc. An arc from
/// a node to itself must be cut.
///
/// If a node has exactly one incoming and one outgoing arc, every cycle that contains one of these
/// arcs also contains the other. The cheaper arc therefore replaces both. For example, a cycle of
/// 100,000 objects becomes one arc from a node to itself.
struct CycleReduction {
  /// The indices of references that must be cut. They were found without a search.
  private(set) var forced: [Int] = []
  /// The arcs out of each node, by target.
  private var arcs: [[Int: CutArc]]
  /// The sources of the arcs into each node.
  private var sources: [Set<Int>]

  init(nodeCount: Int, references: [CutReference]) {
    arcs = Array(repeating: [:], count: nodeCount)
    sources = Array(repeating: [], count: nodeCount)
    let components = StronglyConnectedComponents(
      of: Self.rows(nodeCount: nodeCount, references.lazy.map { ($0.from, $0.to) })
    ).componentOf
    for (index, reference) in references.enumerated()
    where components[reference.from] == components[reference.to] {
      add(
        CutArc(
          from: reference.from, to: reference.to,
          weight: CutWeight(count: 1, cost: reference.cost), members: [index], firstMember: index))
    }
  }

  /// Removes the arcs of each node that has exactly one incoming and one outgoing arc, and connects
  /// the node's two neighbors by the cheaper of these arcs. Continues until no such node remains.
  ///
  /// - Complexity: O(*n* + *e*) expected.
  mutating func reduce() {
    var pending = Array(arcs.indices.reversed())
    while let node = pending.popLast() {
      guard sources[node].count == 1, arcs[node].count == 1,
        let source = sources[node].first, let incoming = arcs[source][node],
        let outgoing = arcs[node].values.first
      else { continue }
      remove(incoming)
      remove(outgoing)
      var arc = outgoing.weight < incoming.weight ? outgoing : incoming
      if outgoing.weight == incoming.weight, outgoing.firstMember < incoming.firstMember {
        arc = outgoing
      }
      arc.from = source
      arc.to = outgoing.to
      add(arc)
      pending.append(outgoing.to)
      pending.append(source)
    }
  }

  /// Returns the components that remain, with arcs in a fixed order.
  func components() -> [CutComponent] {
    let nodes = arcs.indices.filter { !arcs[$0].isEmpty }
    var left = nodes.flatMap { arcs[$0].values }
    left.sort { ($0.from, $0.to) < ($1.from, $1.to) }
    let rows = Self.rows(nodeCount: arcs.count, left.lazy.map { ($0.from, $0.to) })
    let componentOf = StronglyConnectedComponents(of: rows).componentOf
    var positionOf: [UInt32: Int] = [:]
    var components: [CutComponent] = []
    var numberOf: [Int: Int] = [:]
    for var arc in left where componentOf[arc.from] == componentOf[arc.to] {
      let position = positionOf[componentOf[arc.from]] ?? components.count
      if position == components.count {
        positionOf[componentOf[arc.from]] = position
        components.append(CutComponent(nodeCount: 0, arcs: []))
      }
      for node in [arc.from, arc.to] where numberOf[node] == nil {
        numberOf[node] = components[position].nodeCount
        components[position].nodeCount += 1
      }
      arc.from = numberOf[arc.from, default: 0]
      arc.to = numberOf[arc.to, default: 0]
      arc.members.sort()
      components[position].arcs.append(arc)
    }
    return components
  }

  private mutating func add(_ arc: CutArc) {
    if arc.from == arc.to {
      forced += arc.members
    } else if arcs[arc.from][arc.to]?.join(arc) == nil {
      arcs[arc.from][arc.to] = arc
      sources[arc.to].insert(arc.from)
    }
  }

  private mutating func remove(_ arc: CutArc) {
    arcs[arc.from][arc.to] = nil
    sources[arc.to].remove(arc.from)
  }

  /// Returns sparse rows, given pairs of a node and one of its targets.
  private static func rows(nodeCount: Int, _ pairs: some Sequence<(Int, Int)>) -> SparseRows {
    var rows = [[Int]](repeating: [], count: nodeCount)
    for (from, to) in pairs { rows[from].append(to) }
    return SparseRows(rows)
  }
}
