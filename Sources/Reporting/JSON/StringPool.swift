import Findings
import OwnershipGraph

/// A pool that stores each name in a report once.
///
/// A decoder creates a new string for every occurrence of a name, although all findings of a report
/// contain the same few hundred types and functions.
struct StringPool {
  private var strings: Set<String> = []

  /// Returns a copy of the finding. Its names share memory with equal names in earlier results.
  mutating func sharing(_ finding: Finding) -> Finding {
    var finding = finding
    for index in finding.graph.nodes.indices { share(&finding.graph.nodes[index]) }
    for index in finding.graph.references.indices {
      share(&finding.graph.references[index].label)
    }
    for index in finding.cells.indices { share(&finding.cells[index]) }
    for index in finding.roots.indices { share(&finding.roots[index]) }
    for index in finding.locations.indices { share(&finding.locations[index].file) }
    return finding
  }

  /// Returns a copy of the matrix cell. Its names share memory with equal names in earlier results.
  mutating func sharing(_ cell: CellReport) -> CellReport {
    var cell = cell
    share(&cell.source)
    share(&cell.operator)
    share(&cell.ending)
    share(&cell.timing)
    for index in cell.findings.indices { share(&cell.findings[index]) }
    return cell
  }

  private mutating func share(_ node: inout ObjectGraph.Node) {
    share(&node.id)
    share(&node.type)
    share(&node.qualifiedType)
    share(&node.module)
    share(&node.location)
    share(&node.declaration)
    for index in node.allocation.indices {
      share(&node.allocation[index].function)
      share(&node.allocation[index].location)
    }
  }

  private mutating func share(_ location: inout SourceLocation?) {
    guard var known = location else { return }
    share(&known.file)
    location = known
  }

  private mutating func share(_ string: inout String) {
    // Shorter strings are stored inline.
    guard string.utf8.count > 15 else { return }
    string = strings.insert(string).memberAfterInsert
  }
}
