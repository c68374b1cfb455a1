package import Findings
import OwnershipGraph

/// The cycle of library objects that keeps an open subscription alive.
///
/// The candidates are cycles in matrix cells that are expected to leak. All objects of a candidate
/// belong to the library, and they have at most three types. The core cycle is the candidate that
/// occurs in the largest number of cells.
///
/// In the module Streams, it is `SinkDisposer ⇄ AnonymousObservableSink`.
package struct CoreCycle {
  /// A reference between two types.
  package struct Link: Hashable {
    package var from: String
    package var label: String
    package var to: String
  }

  package let finding: Finding
  /// The types of the cycle's members.
  package let types: [String]
  /// The ids of the cells in which the cycle remains, alone or as part of a larger cycle.
  package let cells: Set<String>

  /// Creates the core cycle of a report; `nil` if the report contains no candidate.
  ///
  /// - Complexity: O(*f*² · *l*) for *f* cycles with *l* links each.
  package init?(of report: LeakReport) {
    let controls = Set(report.cells.filter { $0.expectation == .cycle }.map(\.id))
    let origins = CodeOrigins()
    let cycles = report.findings.filter { finding in
      finding.rule.isCycle && finding.cells.contains(where: controls.contains)
    }
    let links = cycles.map { Self.links(in: $0.graph) }
    var best: (index: Int, cells: Set<String>)?
    for (index, finding) in cycles.enumerated() {
      let members = finding.graph.nodes.filter { $0.role == .cycle }
      guard !links[index].isEmpty, Set(members.map(\.type)).count <= 3,
        !members.contains(where: origins.isOutsideLibraries)
      else { continue }
      let alive = cycles.indices.filter { links[index].isSubset(of: links[$0]) }
      let cells = Set(alive.flatMap { cycles[$0].cells })
      if best.map({ cells.count > $0.cells.count }) ?? true { best = (index, cells) }
    }
    guard let best else { return nil }
    finding = cycles[best.index]
    types = finding.titleTypes
    cells = best.cells
  }

  /// Returns the strong references in the graph's cycles as links between types.
  private static func links(in graph: ObjectGraph) -> Set<Link> {
    Set(
      graph.cycleReferences().map { index in
        let reference = graph.references[index]
        return Link(
          from: graph.nodes[reference.from].type, label: reference.label,
          to: graph.nodes[reference.to].type)
      })
  }
}
