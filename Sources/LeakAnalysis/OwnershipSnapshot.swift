package import Findings
package import OwnershipGraph

/// What is alive at one moment of a cell, and what owns it.
package struct OwnershipSnapshot: Sendable {
  /// What a snapshot is taken for.
  package enum Purpose: Sendable {
    /// To know how many objects there are, and nothing else: nothing is walked.
    case count
    /// To be held against another one: objects and references, no findings.
    case comparison
    /// To say what survived, with findings.
    case verdict
    /// To say what survived, with findings and the places of closures in the source.
    case judgement
  }

  /// Everything that the survivors and the roots reach.
  package var graph: ObjectGraph
  /// The registry's objects that are alive, oldest first.
  package var survivors: [Survivor]
  /// The cycles and the held or unexplained survivors; `cells` empty, status `new`.
  package var findings: [Finding]
  package var coverage: Coverage
  /// The walk reached its end.
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
