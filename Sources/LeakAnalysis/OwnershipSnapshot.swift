package import Findings
package import OwnershipGraph

/// What is alive at one moment of a cell, and what owns it.
package struct OwnershipSnapshot: Sendable {
  /// What a snapshot is taken for.
  package enum Purpose: Sendable {
    /// The number of objects; nothing is walked.
    case count
    /// Objects and references, to be compared with another snapshot; no findings.
    case comparison
    /// The survivors, with findings.
    case verdict
    /// The survivors, with findings and the source locations of closures.
    case judgement
  }

  /// Everything that the survivors and the roots reach.
  package var graph: ObjectGraph
  /// The registry's objects that are alive, oldest first.
  package var survivors: [Survivor]
  /// The findings on cycles and on held or unexplained survivors, with no cells and the status
  /// `new`.
  package var findings: [Finding]
  package var coverage: Coverage
  /// A Boolean value indicating whether the walk reached its end.
  package var isComplete: Bool
  /// The registry's total.
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
