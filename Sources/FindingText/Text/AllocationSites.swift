package import Findings
package import OwnershipGraph

/// The allocation sites of a finding's objects. Objects with the same type and site are merged.
package struct AllocationSites {
  package struct Site: Hashable {
    package var type: String
    /// The allocation stack, starting with the program's innermost call; never empty.
    package var calls: [StackFrame]
    package var count = 1
  }

  /// The maximum number of sites to show. `leakcheck.json` contains all of them.
  private static let maxShown = 12

  /// The sites to show, in the graph's order. The sites of objects that only the finding's other
  /// objects retain (the role `behind`) come last.
  package let shown: [Site]
  /// The number of sites that are not shown.
  package let more: Int

  package init(of finding: Finding) {
    let nodes = finding.graph.nodes.filter { $0.role != .context && !$0.allocation.isEmpty }
    var sites: [Site] = []
    var indexOf: [Site: Int] = [:]
    for node in nodes.filter({ $0.role != .behind }) + nodes.filter({ $0.role == .behind }) {
      let site = Site(type: node.type, calls: node.allocation)
      if let index = indexOf[site] {
        sites[index].count += node.count
      } else {
        indexOf[site] = sites.count
        sites.append(site)
        sites[sites.count - 1].count = node.count
      }
    }
    shown = Array(sites.prefix(Self.maxShown))
    more = sites.count - shown.count
  }

  /// The sites as text: a line for each site, followed by a line for each further call.
  package var lines: [String] {
    guard !shown.isEmpty else { return [] }
    var lines = ["allocated:"]
    for site in shown {
      let number = site.count == 1 ? "" : "\(ObjectGraph.Node.grouped(site.count)) × "
      for (index, call) in site.calls.enumerated() {
        // The name of a closure may end with the name of the function that creates the closure. The
        // line then does not repeat the function.
        let names = site.type.hasSuffix(" in " + call.function)
        let subject = names ? String(site.type.dropLast(call.function.count)) : "\(site.type) in "
        let start = index == 0 ? "  \(number)\(Escaping.line(subject))" : "    called from "
        lines.append(start + Escaping.line(call.description))
      }
    }
    return more > 0
      ? lines + ["  … \(ReportVocabulary.counted(more, "more allocation site"))"] : lines
  }
}
