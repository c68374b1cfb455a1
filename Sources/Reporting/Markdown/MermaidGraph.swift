import Findings
import OwnershipGraph

/// An object graph as a Mermaid flowchart in a fenced Markdown code block.
struct MermaidGraph {
  /// The maximum number of objects. A graph with more objects is unreadable.
  private static let maxNodes = 40
  /// The maximum number of references. GitHub draws up to 500 links, but a graph becomes unreadable
  /// with far fewer.
  private static let maxReferences = 120
  /// The maximum length of a name. Mermaid accepts at most 50,000 characters for a whole diagram.
  private static let maxNameLength = 60

  private let finding: Finding
  private var graph: ObjectGraph { finding.graph }
  private var breaking: [Int] { finding.markedBreaks }

  /// Creates the graph of a finding. For an expected finding (a test's known leak), the graph shows
  /// only the cycle.
  init(of finding: Finding) { self.finding = finding.pictured }

  var lines: [String] {
    let parts = GraphPicture.parts(of: finding)
    let nodes = Array(parts.prefix(Self.maxNodes))
    let references = graph.references.indices.filter {
      nodes.contains(graph.references[$0].from) && nodes.contains(graph.references[$0].to)
    }.prefix(Self.maxReferences)
    var lines = ["```mermaid", "flowchart TD"]
    lines += nodes.map {
      "  n\($0)[\"\(Self.text(graph.nodes[$0].title))\"]:::\(graph.nodes[$0].role.rawValue)"
    }
    lines += references.map(reference)
    let inCycle = Set(graph.shownCycleReferences())
    let numbered = references.enumerated()
    let broken = numbered.filter { breaking.contains($0.element) }.map { String($0.offset) }
    let members = numbered.filter { inCycle.contains($0.element) && !breaking.contains($0.element) }
      .map { String($0.offset) }
    for (links, style) in [
      (broken, "stroke:#c62828,stroke-width:4px"), (members, "stroke:#c62828"),
    ] where !links.isEmpty {
      lines.append("  linkStyle \(links.joined(separator: ",")) \(style)")
    }
    let looks: [(ObjectGraph.Role, String)] = [
      (.cycle, "fill:#ffebee,stroke:#c62828"), (.behind, "fill:#fff3e0,stroke:#ef6c00"),
      (.held, "fill:#e3f2fd,stroke:#1565c0"), (.context, "fill:#fafafa,stroke:#9e9e9e"),
    ]
    let roles = Set(nodes.map { graph.nodes[$0].role })
    lines += looks.filter { roles.contains($0.0) }.map {
      "  classDef \($0.0.rawValue) \($0.1),color:#000"
    }
    lines.append("```")
    let leftOut = parts.count - nodes.count
    if leftOut > 0 { lines += ["", ReportVocabulary.omission(of: leftOut)] }
    return lines
  }

  private static func text(_ name: String) -> String {
    Escaping.mermaid(name.count > maxNameLength ? name.prefix(maxNameLength - 1) + "…" : name)
  }

  private func reference(_ index: Int) -> String {
    let reference = graph.references[index]
    var label = String(reference.label.prefix(Self.maxNameLength - 20))
    if reference.strength != .strong { label += " (\(reference.strength.rawValue))" }
    if breaking.contains(index) { label += " break here" }
    let arrow = reference.strength == .strong ? "-->" : "-.->"
    let text = Self.text(label)
    return "  n\(reference.from) \(arrow)\(text.isEmpty ? "" : "|\"\(text)\"|") n\(reference.to)"
  }
}
