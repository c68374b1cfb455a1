/// A reference between two nodes, with the cost of cutting it.
package struct CutReference: Hashable, Sendable {
  package var from: Int
  package var to: Int
  /// The cost of the cut. Cuts with a lower cost are preferred; see `CodeOrigins` in the module
  /// Findings.
  package var cost: Int

  package init(_ from: Int, _ to: Int, cost: Int = 0) {
    self.from = from
    self.to = to
    self.cost = cost
  }
}

/// The weight of a set of cuts. Weights are compared by the number of references, then by cost.
struct CutWeight: Hashable, Comparable {
  var count: Int
  var cost: Int

  static let zero = CutWeight(count: 0, cost: 0)

  static func < (left: Self, right: Self) -> Bool {
    (left.count, left.cost) < (right.count, right.cost)
  }
  static func + (left: Self, right: Self) -> Self {
    CutWeight(count: left.count + right.count, cost: left.cost + right.cost)
  }
  static func += (left: inout Self, right: Self) { left = left + right }
}

/// References that are cut together.
struct CutArc {
  var from: Int
  var to: Int
  var weight: CutWeight
  /// The references that the arc represents, as indices of the array that was passed to
  /// ``CycleReduction``. They are ascending in the result of ``CycleReduction/components()``.
  var members: [Int]
  /// The smallest of ``members``.
  var firstMember: Int

  /// Adds the references of a parallel arc.
  ///
  /// - Complexity: O(*k*) amortized for *k* references of the other arc.
  mutating func join(_ other: CutArc) {
    weight += other.weight
    firstMember = min(firstMember, other.firstMember)
    members += other.members
  }
}

/// A component in the form that ``BreakSetSearch`` uses: nodes are numbered from 0, and there are
/// no parallel arcs.
struct CutComponent {
  var nodeCount: Int
  var arcs: [CutArc]

  /// The total number of references that the arcs represent.
  var weightedCount: Int { arcs.reduce(0) { $0 + $1.weight.count } }
}
