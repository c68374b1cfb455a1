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
    /// Collects surviving objects (see ``Survivor``) and findings.
    case findings
    /// Collects surviving objects, findings and the source locations of closures.
    case findingsWithLocations
  }

  /// The objects reachable from ``survivors`` and the roots.
  package var graph: ObjectGraph
  /// The registered objects that are alive, oldest first, then the watched objects that are alive.
  package var survivors: [Survivor]
  /// The findings about cycles, about surviving objects that roots hold, and about surviving
  /// objects with another owner, which may be unknown. The findings have the status `new` and name
  /// no matrix cell.
  package var findings: [Finding]
  package var coverage: Coverage
  /// A Boolean value indicating whether the walk visited all objects, and did not find more strong
  /// references to any object than the object's retain count allows.
  package var isComplete: Bool
  /// The number of live objects that the process's registry counts, plus the live watched objects.
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
