package import Findings
package import OwnershipGraph

/// The objects that are alive at one moment of a matrix cell, and their owners.
package struct OwnershipSnapshot: Sendable {
  /// The purpose of a snapshot.
  package enum Purpose: Sendable {
    /// Counts objects without a walk.
    case count
    /// Collects objects and references to compare with another snapshot, without findings.
    case comparison
    /// Collects survivors and findings.
    case verdict
    /// Collects survivors, findings and the source locations of closures.
    case judgement
  }

  /// The objects reachable from the survivors and the roots.
  package var graph: ObjectGraph
  /// The registered objects that are alive, oldest first, then the watched objects that are alive.
  package var survivors: [Survivor]
  /// The findings on cycles, on held survivors, and on survivors without a known owner. They have
  /// the status `new` and do not name a cell.
  package var findings: [Finding]
  package var coverage: Coverage
  /// A Boolean value indicating whether the walk visited all objects, and no object has more strong
  /// references than its retain count.
  package var isComplete: Bool
  /// The number of live objects that are registered or watched.
  package var resourceTotal: Int

  package init(
    graph: ObjectGraph = ObjectGraph(), survivors: [Survivor] = [], findings: [Finding] = [],
    coverage: Coverage = Coverage(), isComplete: Bool = true, resourceTotal: Int = 0
  ) {
    self.graph = graph
    self.survivors = survivors
    self.findings = findings
    self.coverage = coverage
    self.isComplete = isComplete
    self.resourceTotal = resourceTotal
  }
}
