import OwnershipGraph

/// An object graph as a Mermaid flowchart in a Markdown fence.
struct MermaidGraph {
  /// GitHub draws at most 500 links and is unreadable long before.
  private static let mostNodes = 40
  private static let mostReferences = 120
  /// Generic types have long names; Mermaid draws no text of more than 50,000 characters.
  private static let longestName = 60

  let graph: ObjectGraph
  let breaking: [Int]

  var lines: [String] {
    let nodes = graph.nodes.indices.prefix(Self.mostNodes)
    let references = graph.references.indices.filter {
      nodes.contains(graph.references[$0].from) && nodes.contains(graph.references[$0].to)
    }.prefix(Self.mostReferences)
    var lines = ["```mermaid", "flowchart TD"]
    lines += nodes.map {
      "  n\($0)[\"\(Self.text(graph.nodes[$0].title))\"]:::\(graph.nodes[$0].role.rawValue)"
    }
    lines += references.map(reference)
    let inCycle = Set(graph.cycleReferences())
    for (place, index) in references.enumerated() {
      if breaking.contains(index) {
        lines.append("  linkStyle \(place) stroke:#c62828,stroke-width:4px")
      } else if inCycle.contains(index) {
        lines.append("  linkStyle \(place) stroke:#c62828")
      }
    }
    lines += [
      "  classDef cycle fill:#ffebee,stroke:#c62828,color:#000",
      "  classDef behind fill:#fff3e0,stroke:#ef6c00,color:#000",
      "  classDef held fill:#e3f2fd,stroke:#1565c0,color:#000",
      "  classDef context fill:#fafafa,stroke:#9e9e9e,color:#000", "```",
    ]
    let leftOut = graph.nodes.count - nodes.count
    if leftOut > 0 { lines += ["", "\(leftOut) more objects are in the DOT file."] }
    return lines
  }

  private static func text(_ name: String) -> String {
    Escaping.mermaid(name.count > longestName ? name.prefix(longestName - 1) + "…" : name)
  }

  private func reference(_ index: Int) -> String {
    let reference = graph.references[index]
    var label = String(reference.label.prefix(Self.longestName - 20))
    if reference.strength != .strong { label += " (\(reference.strength.rawValue))" }
    if breaking.contains(index) { label += " break here" }
    let arrow = reference.strength == .strong ? "-->" : "-.->"
    let text = Self.text(label)
    return "  n\(reference.from) \(arrow)\(text.isEmpty ? "" : "|\"\(text)\"|") n\(reference.to)"
  }
}
