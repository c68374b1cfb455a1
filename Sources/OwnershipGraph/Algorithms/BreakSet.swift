/// The fewest references which, made weak or cleared, leave no cycle.
///
/// A minimum feedback arc set. Parallel references between the same two objects
/// count one each, and are cut together or not at all. Among sets of one size the
/// one with the lower total cost wins, so that a reference of the host's own code
/// is advised before one inside a library.
///
///     // 0 -> 1 -> 0, 1 -> 2 -> 1: both cycles pass 1, but share no reference
///     BreakSet(nodeCount: 3, references: [.init(0, 1), .init(1, 0), .init(1, 2), .init(2, 1)])
///       .references  // [0, 2]
///
/// The problem is NP-hard. Components with up to ``exactLimit`` references are
/// solved exactly; larger ones by the same search with a bound on its steps, and
/// ``isProvenSmallest`` says whether it came to an end.
package struct BreakSet: Hashable, Sendable {
  package typealias Reference = CutReference

  /// The largest number of references in one component for which the search is
  /// never cut short.
  package static let exactLimit = 30

  /// Indices of the references to cut, in ascending order.
  package let references: [Int]
  /// A Boolean value indicating whether no set is smaller, and none of this size cheaper.
  package let isProvenSmallest: Bool

  /// Finds the references to cut.
  ///
  /// - Parameters:
  ///   - nodeCount: Nodes are numbered from 0.
  ///   - references: The strong references; those outside of cycles are ignored.
  ///   - searchSteps: The references that the search of one large component may look at.
  /// - Complexity: exponential in the size of the answer for each component up to
  ///   ``exactLimit`` references, else O(*e* log *e* + `searchSteps`).
  package init(nodeCount: Int, references: [Reference], searchSteps: Int = 5_000_000) {
    var reduction = CycleReduction(nodeCount: nodeCount, references: references)
    reduction.reduce()
    var cuts = reduction.forced
    var isProven = true
    for component in reduction.components() {
      let limit = component.weightedCount <= Self.exactLimit ? Int.max : searchSteps
      var search = BreakSetSearch(component, stepLimit: limit)
      search.run()
      cuts += search.best.flatMap { component.arcs[$0].members }
      isProven = isProven && search.isComplete
    }
    self.references = cuts.sorted()
    self.isProvenSmallest = isProven
  }
}
