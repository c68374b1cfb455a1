/// The smallest set of references to cut so that no cycle remains. A reference is cut by making it
/// weak or clearing it.
///
/// The set is a minimum feedback arc set. Parallel references between the same two objects are cut
/// together or not at all. Each of them counts toward the size of the set. Among sets of equal
/// size, the set with the lowest total cost is chosen, so that a reference in the program's own
/// code is suggested before a reference inside a library.
///
///     // 0 -> 1 -> 0, 1 -> 2 -> 1: both cycles pass through 1, but share no reference
///     BreakSet(nodeCount: 3, references: [.init(0, 1), .init(1, 0), .init(1, 2), .init(2, 1)])
///       .references  // [0, 2]
///
/// The problem is NP-hard. After a reduction of the graph, components with up to ``exactLimit``
/// references are solved exactly. Larger components are solved by the same search with a limit on
/// its steps, and ``isProvenSmallest`` indicates whether the search was completed.
package struct BreakSet: Hashable, Sendable {
  package typealias Reference = CutReference

  /// Components with at most this number of references are always searched completely.
  package static let exactLimit = 30

  /// Indices of the references to cut, in ascending order.
  package let references: [Int]
  /// A Boolean value indicating whether the set is proven to be as small as possible, and as cheap
  /// as possible for its size.
  package let isProvenSmallest: Bool

  /// Finds the references to cut.
  ///
  /// - Parameters:
  ///   - nodeCount: The number of nodes, which are numbered from 0.
  ///   - references: The strong references. References outside cycles are ignored.
  ///   - searchSteps: The number of references that the search of one large component may examine.
  /// - Complexity: For each component with up to ``exactLimit`` references, exponential in the size
  ///   of the result. For each larger component, the search examines about `searchSteps`
  ///   references.
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
