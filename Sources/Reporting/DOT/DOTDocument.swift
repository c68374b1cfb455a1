import OwnershipGraph

/// An object graph in DOT, the language of Graphviz.
///
/// If the finding is about a cycle, each cycle is a cluster, and its references are red. References
/// to break are bold, and objects that are shown only for context are gray. Strong references are
/// solid, weak references are dashed, and unowned and unmanaged references are dotted. The graph's
/// label explains the colors and lines that occur.
struct DOTDocument {
  /// The first line of every DOT file that this program writes. The program recognizes its own
  /// files by this line.
  static let opening = "digraph leakcheck {"

  let title: String
  let subtitle: String
  let graph: ObjectGraph
  /// Indices of the objects to show.
  let shown: Set<Int>
  /// Indices of the references to break.
  let breaking: [Int]

  var text: String {
    let label = [title, subtitle, legend].filter { !$0.isEmpty }.map(Escaping.dot)
      .joined(separator: "\\n")
    var lines = [
      Self.opening,
      "  graph [label=\"\(label)\", labelloc=t, fontname=Helvetica, rankdir=TB];",
      "  node [shape=box, style=\"rounded,filled\", fillcolor=white, fontname=Helvetica, fontsize=12];",
      "  edge [fontname=Helvetica, fontsize=11];",
    ]
    let cycles = graph.shownCycleMemberLists()
    for (index, members) in cycles.enumerated() {
      lines.append("  subgraph cluster_\(index) {")
      lines.append(
        "    label=\"cycle of \(ReportVocabulary.counted(objects(members), "object"))\"; color=\"#c62828\"; fontcolor=\"#c62828\"; node [color=\"#c62828\", fillcolor=\"#ffebee\"];"
      )
      lines += members.filter(shown.contains).map { "    " + node($0) }
      lines.append("  }")
    }
    let clustered = Set(cycles.joined())
    lines += graph.nodes.indices.filter { !clustered.contains($0) && shown.contains($0) }
      .map { "  " + node($0) }
    let inCycle = Set(graph.shownCycleReferences())
    lines += references.filter { !inCycle.contains($0) }.map { "  " + reference($0) }
    let members = references.filter(inCycle.contains)
    if !members.isEmpty {
      lines.append("  edge [color=\"#c62828\", fontcolor=\"#c62828\"];")
      lines += members.map { "  " + reference($0) }
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  private var references: [Int] {
    graph.references.indices.filter {
      shown.contains(graph.references[$0].from) && shown.contains(graph.references[$0].to)
    }
  }

  /// The explanation of the colors and lines that occur.
  private var legend: String {
    let roles = Set(shown.map { graph.nodes[$0].role })
    let words: [(ObjectGraph.Role, String)] = [
      (.cycle, "red: in the cycle"), (.behind, "orange: " + graph.behindDescription),
      (.held, "blue: retained"), (.context, "gray: " + graph.contextDescription(of: shown)),
    ]
    let strengths = Set(references.map { graph.references[$0].strength })
    var legend = words.filter { roles.contains($0.0) }.map(\.1)
    if !breaking.isEmpty { legend.append("bold: break here") }
    if strengths.contains(.weak) { legend.append("dashed: weak") }
    if !strengths.isDisjoint(with: [.unowned, .unmanaged]) { legend.append("dotted: unowned") }
    return legend.joined(separator: " · ")
  }

  /// Returns the number of objects in a cycle. A function value can be a member of the cycle, but
  /// does not count as an object.
  private func objects(_ members: [Int]) -> Int {
    members.map { graph.nodes[$0] }.filter(\.kind.isObject).map(\.count).reduce(0, +)
  }

  /// Returns an object's name in DOT. The name contains the object's position among the shown
  /// objects, so hidden objects do not change it.
  private func id(_ index: Int) -> String { "n\(shown.count { $0 < index })" }

  private func node(_ index: Int) -> String {
    let node = graph.nodes[index]
    var label = Escaping.dot(node.title)
    if let location = node.location { label += "\\n" + Escaping.dot(location.description) }
    if let retains = ReportVocabulary.unexplainedRetains(of: node) { label += "\\n" + retains }
    let look =
      switch node.role {
      case .cycle: ""
      case .behind: ", color=\"#ef6c00\", fillcolor=\"#fff3e0\""
      case .held: ", color=\"#1565c0\", fillcolor=\"#e3f2fd\""
      case .context: ", color=\"#9e9e9e\", fontcolor=\"#616161\""
      }
    return "\(id(index)) [label=\"\(label)\"\(look)];"
  }

  private func reference(_ index: Int) -> String {
    let reference = graph.references[index]
    // Two spaces separate the label from the arrow.
    var label = "  " + Escaping.dot(reference.label)
    if reference.evidence == .scanned { label += "\\n  (scanned)" }
    var attributes: [String] = []
    switch reference.strength {
    case .strong: break
    case .weak: attributes.append("style=dashed")
    case .unowned, .unmanaged: attributes.append("style=dotted")
    }
    if breaking.contains(index) {
      attributes.append("penwidth=4")
      label += "\\n  break here"
    }
    let roles = [graph.nodes[reference.from].role, graph.nodes[reference.to].role]
    if roles.contains(.context) {
      attributes += ["color=\"#9e9e9e\"", "fontcolor=\"#616161\""]
    }
    return "\(id(reference.from)) -> \(id(reference.to)) ["
      + (["label=\"\(label)\""] + attributes).joined(separator: ", ") + "];"
  }
}
