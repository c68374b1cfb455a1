package import OwnershipGraph

/// One reported result: objects, the references that hold them, and what to break.
package struct Finding: Hashable, Codable, Sendable {
  /// How the gate looks at the finding.
  package enum Status: String, Codable, Sendable {
    /// Not known before: gated.
    case new
    /// In the baseline, generated.
    case known
    /// In the baseline, accepted by hand.
    case accepted
    /// What a control must show.
    case expected
  }

  /// Stable across runs, machines and unrelated edits: `v1:7c1e9a42`.
  package var fingerprint: String
  package var rule: Rule
  package var confidence: Confidence
  package var status: Status
  /// The objects, with role `cycle` for members and `behind` for what hangs from them.
  package var graph: ObjectGraph
  /// Indices into `graph.references`: the fewest references which, made weak or
  /// cleared, leave no cycle.
  package var breakSet: [Int]
  /// The search came to its end, so no smaller set exists.
  package var isBreakSetProvenSmallest: Bool
  /// Indices into `graph.references`: the references that a maintainer would change, which
  /// leave no cycle through the program's own code; empty where its code is in none.
  ///
  /// A library's own cycles, which it cuts when its owner is released, may remain. See
  /// ``ObjectGraph/breakCandidates(preferring:limit:)``.
  package var hostBreakSet: [Int]
  /// What still reaches the objects from outside, as a person would name it.
  package var roots: [String]
  /// Where to look in the source, best first.
  package var locations: [SourceLocation]
  /// The ids of the cells in which it was seen, in matrix order.
  package var cells: [String]
  /// Why it is accepted, as the baseline says; empty otherwise.
  package var reason: String
  /// In how many runs of its cells it was left; `nil` where each ran once.
  package var recurrence: Recurrence?
  /// How many groups of objects like this one there are in the heap.
  package var occurrences = 1
  /// The objects of all occurrences by type, which differ in their number; empty where there is
  /// one occurrence.
  package var totals: [TypeTotal] = []
  /// The named mistake behind the finding; `nil` where no cause has its shape.
  package var cause: Cause?
  /// What came of executing the break; `nil` where that was not asked for.
  package var execution: Execution?

  package init(
    fingerprint: String, rule: Rule, confidence: Confidence, status: Status = .new,
    graph: ObjectGraph, breakSet: [Int] = [], isBreakSetProvenSmallest: Bool = true,
    hostBreakSet: [Int] = [], roots: [String] = [],
    locations: [SourceLocation] = [], cells: [String] = [], reason: String = "",
    recurrence: Recurrence? = nil
  ) {
    self.fingerprint = fingerprint
    self.rule = rule
    self.confidence = confidence
    self.status = status
    self.graph = graph
    self.breakSet = breakSet
    self.isBreakSetProvenSmallest = isBreakSetProvenSmallest
    self.hostBreakSet = hostBreakSet
    self.roots = roots
    self.locations = locations
    self.cells = cells
    self.reason = reason
    self.recurrence = recurrence
    cause = Cause(of: self)
  }

  /// Looks for the cause again, after the graph or the breaks have changed.
  package mutating func recognizeCause() {
    cause = Cause(of: self)
  }

  /// What to tell a person to change: the host's references, else the break set.
  package var advisedBreaks: [Int] { hostBreakSet.isEmpty ? breakSet : hostBreakSet }

  /// The bytes of the objects that the finding keeps alive.
  package var bytes: Int {
    graph.nodes.lazy.filter { $0.role != .context }.map(\.size).reduce(0, +)
  }
  /// The objects that the finding keeps alive.
  package var objectCount: Int {
    graph.nodes.lazy.filter { $0.role != .context && $0.kind != .function && $0.kind != .root }
      .map(\.count).reduce(0, +)
  }

  /// Counts the objects of a number of occurrences like the one that is shown.
  package mutating func count(occurrences count: Int) {
    occurrences = count
    totals = count > 1 ? TypeTotal.totals(in: graph, occurrences: count) : []
  }

  /// The objects and bytes of all occurrences.
  package var total: (objects: Int, bytes: Int) {
    guard !totals.isEmpty else { return (objectCount * occurrences, bytes * occurrences) }
    return (totals.map(\.objects).reduce(0, +), totals.map(\.bytes).reduce(0, +))
  }

  /// The totals of this finding and another one of the same kind.
  package func totals(with other: Finding) -> [TypeTotal] {
    TypeTotal.sum(
      [self, other].flatMap {
        $0.totals.isEmpty
          ? TypeTotal.totals(in: $0.graph, occurrences: $0.occurrences) : $0.totals
      })
  }
}
