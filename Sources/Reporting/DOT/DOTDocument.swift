import OwnershipGraph

/// An object graph in Graphviz's language, with a legend.
///
/// A cluster a component; references of a cycle red, the one to break bold, what
/// is only context grey; solid strong, dashed weak, dotted unowned and unmanaged.
struct DOTDocument {
  /// By its first line a file is known to be one of these.
  static let opening = "digraph leakcheck {"

  let title: String
  let graph: ObjectGraph
  /// Indices of the references to break.
  let breaking: [Int]

  var text: String {
    var lines = [
      Self.opening,
      "  graph [label=\"\(Escaping.dot(title))\", labelloc=t, fontname=\"Helvetica\", fontsize=14, rankdir=TB];",
      "  node [shape=box, style=\"rounded,filled\", fillcolor=white, fontname=\"Helvetica\", fontsize=12];",
      "  edge [fontname=\"Helvetica\", fontsize=11];",
    ]
    let cycles = RetainCycles(of: graph.strongRows())
    let components = cycles.memberLists()
    for (place, members) in components.enumerated() {
      lines.append("  subgraph cluster_\(place) {")
      lines.append(
        "    label=\"cycle of \(ReportVocabulary.counted(objects(members), "object"))\";")
      lines.append("    color=\"#c62828\"; fontcolor=\"#c62828\";")
      lines += members.map { "    " + node($0) }
      lines.append("  }")
    }
    lines += graph.nodes.indices.filter { !cycles.isMember($0) }.map { "  " + node($0) }
    let inCycle = Set(graph.cycleReferences())
    lines += graph.references.indices.map { "  " + reference($0, isInCycle: inCycle.contains($0)) }
    return (lines + Self.legend + ["}"]).joined(separator: "\n") + "\n"
  }

  private func objects(_ members: [Int]) -> Int {
    members.map { graph.nodes[$0].count }.reduce(0, +)
  }

  private func node(_ index: Int) -> String {
    let node = graph.nodes[index]
    var label = Escaping.dot(node.title)
    if node.kind != .function, node.count == 1 {
      label += node.retainCount.map { "\\nretain count \($0)" } ?? "\\nretain count unknown"
    }
    if node.unexplainedOwners > 0 { label += "\\n\(node.unexplainedOwners) not explained" }
    let look =
      switch node.role {
      case .cycle: "color=\"#c62828\", fillcolor=\"#ffebee\""
      case .behind: "color=\"#ef6c00\", fillcolor=\"#fff3e0\""
      case .held: "color=\"#1565c0\", fillcolor=\"#e3f2fd\""
      case .context: "color=\"#9e9e9e\", fontcolor=\"#616161\""
      }
    return "n\(index) [label=\"\(label)\", tooltip=\"\(Escaping.dot(node.id))\", \(look)];"
  }

  private func reference(_ index: Int, isInCycle: Bool) -> String {
    let reference = graph.references[index]
    var label = Escaping.dot(reference.label)
    if reference.evidence == .scanned { label += "\\n  (scanned)" }
    var attributes = ["style=\(Self.line(for: reference.strength))"]
    if breaking.contains(index) {
      attributes = ["style=\"bold,\(Self.line(for: reference.strength))\"", "penwidth=4"]
      label += "\\n  break here"
    }
    if isInCycle {
      attributes += ["color=\"#c62828\"", "fontcolor=\"#c62828\""]
    } else if graph.nodes[reference.from].role == .context
      || graph.nodes[reference.to].role == .context
    {
      attributes += ["color=\"#9e9e9e\"", "fontcolor=\"#616161\""]
    }
    // Two spaces keep the text off the line.
    return "n\(reference.from) -> n\(reference.to) [label=\"  \(label)\", "
      + attributes.joined(separator: ", ") + "];"
  }

  private static func line(for strength: Strength) -> String {
    switch strength {
    case .strong: "solid"
    case .weak: "dashed"
    case .unowned, .unmanaged: "dotted"
    }
  }

  /// One row a kind of line, and the colours of the nodes.
  private static let legend = [
    "  subgraph cluster_legend {",
    "    label=\"legend\"; fontsize=11; color=\"#9e9e9e\"; fontcolor=\"#616161\";",
    "    node [fontsize=10, height=0.3]; edge [fontsize=10];",
    "    legend_cycle [label=\"in a cycle\", color=\"#c62828\", fillcolor=\"#ffebee\"];",
    "    legend_behind [label=\"behind a cycle\", color=\"#ef6c00\", fillcolor=\"#fff3e0\"];",
    "    legend_held [label=\"held by a root\", color=\"#1565c0\", fillcolor=\"#e3f2fd\"];",
    "    legend_context [label=\"context\", color=\"#9e9e9e\", fontcolor=\"#616161\"];",
    "    legend_other [label=\"any object\"]; legend_end [label=\"\", shape=point];",
    "    legend_cycle -> legend_behind [label=\"  of a cycle\", color=\"#c62828\", fontcolor=\"#c62828\"];",
    "    legend_behind -> legend_held [label=\"  break here\", style=bold, penwidth=4, color=\"#c62828\", fontcolor=\"#c62828\"];",
    "    legend_held -> legend_context [label=\"  strong\"];",
    "    legend_context -> legend_other [label=\"  weak\", style=dashed];",
    "    legend_other -> legend_end [label=\"  unowned\", style=dotted];",
    "  }",
  ]
}
