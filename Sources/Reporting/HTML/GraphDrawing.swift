import OwnershipGraph

/// An object graph as SVG within the page.
struct GraphDrawing {
  static let mostNodes = 40
  private static let mostReferences = 120
  private static let longestName = 42
  private static let longestLabel = 26

  /// Where a reference's label stands.
  private struct Label {
    var x: Double
    var y: Double
    var anchor: String
  }

  let finding: Finding
  private let graph: ObjectGraph
  private let shown: [Int]
  private let references: [Int]
  private let paths: ObjectPaths

  init(of finding: Finding, paths: ObjectPaths) {
    self.finding = finding
    self.paths = paths
    graph = finding.graph
    let trace = CycleTrace(of: graph, breaking: finding.advisedBreaks)
    let ring = trace?.steps.flatMap { [$0.node, $0.partner?.node].compactMap { $0 } } ?? []
    let order = (ring + Self.parts(of: finding).filter { !ring.contains($0) })
      .prefix(Self.mostNodes)
    shown = Array(order)
    let isShown = Set(order)
    references = Array(
      graph.references.indices.filter {
        isShown.contains(finding.graph.references[$0].from)
          && isShown.contains(finding.graph.references[$0].to)
      }.prefix(Self.mostReferences))
  }

  /// The objects that are of interest: of a control, which must be there, the cycle alone.
  static func parts(of finding: Finding) -> [Int] {
    let indices = Array(finding.graph.nodes.indices)
    guard finding.status == .expected else { return indices }
    let members = indices.filter { finding.graph.nodes[$0].role == .cycle }
    return members.isEmpty ? indices : members
  }

  var html: HTML {
    let places = Dictionary(uniqueKeysWithValues: zip(shown, shown.indices))
    func place(_ node: Int) -> Int { places[node] ?? 0 }
    let layout = GraphLayout(
      widths: shown.map { Self.width(of: Self.shortened(graph.nodes[$0].title, Self.longestName)) },
      references: references.map {
        (place(graph.references[$0].from), place(graph.references[$0].to))
      }, order: Array(shown.indices))
    let arrows = references.indices.map { arrow($0, layout) }
    let boxes = shown.indices.map { box($0, layout) }
    let leftOut = graph.nodes.count - shown.count
    let note: HTML =
      leftOut > 0
      ? "<p class=\"note\">\(leftOut) more objects are in the DOT file.</p>" : ""
    let size: HTML =
      "viewBox=\"0 0 \(Self.number(layout.width)) \(Self.number(layout.height))\" width=\"\(Self.number(layout.width))\" height=\"\(Self.number(layout.height))\""
    return """
      <svg class="graph" \(size) role="img" aria-label="\(ReportVocabulary.counted(shown.count, "object")) and the references between them">
      \(arrows)
      \(boxes)
      </svg>
      \(note)
      """
  }

  private func box(_ place: Int, _ layout: GraphLayout) -> HTML {
    let index = shown[place]
    let node = graph.nodes[index]
    let name = Self.shortened(node.title, Self.longestName)
    let width = Self.width(of: name)
    let middle = layout.nodes[place]
    let path = paths.references(to: index).map(String.init).joined(separator: " ")
    return """
      <g class="node \(node.role.rawValue)" data-node="\(index)" data-path="\(path)" tabindex="0" role="button" aria-label="\(node.id)">
      <rect x="\(Self.number(middle.x - width / 2))" y="\(Self.number(middle.y - GraphLayout.nodeHeight / 2))" width="\(Self.number(width))" height="\(Self.number(GraphLayout.nodeHeight))" rx="7"></rect>
      <text x="\(Self.number(middle.x))" y="\(Self.number(middle.y + 4.5))">\(name)</text>
      </g>
      """
  }

  private func arrow(_ place: Int, _ layout: GraphLayout) -> HTML {
    let index = references[place]
    let reference = graph.references[index]
    var kinds = ["edge", reference.strength.rawValue]
    let roles = [graph.nodes[reference.from].role, graph.nodes[reference.to].role]
    if reference.strength == .strong, roles.allSatisfy({ $0 == .cycle }) { kinds.append("cycle") }
    if finding.advisedBreaks.contains(index) { kinds.append("break") }
    let (curve, label) = line(place, layout)
    var words = Self.shortened(reference.label, Self.longestLabel)
    if reference.strength != .strong { words += " (\(reference.strength.rawValue))" }
    if finding.advisedBreaks.contains(index) { words += "  ✂ break here" }
    // What a control must show needs nobody's attention.
    let title: HTML =
      finding.status == .expected
      ? "" : "<title>\(ReportVocabulary.name(of: reference, in: graph))</title>"
    return """
      <g class="\(kinds.joined(separator: " "))" data-edge="\(index)">\(title)
      <path d="\(curve)"></path>
      <text class="\(label.anchor)" x="\(Self.number(label.x + (label.anchor == "start" ? 7 : label.anchor == "end" ? -7 : 0)))" y="\(Self.number(label.y))">\(words)</text>
      </g>
      """
  }

  /// A reference's line, and where its label stands.
  private func line(_ place: Int, _ layout: GraphLayout) -> (String, Label) {
    var way = layout.ways[place]
    let first = way[0]
    guard let last = way.last, first != last else {
      // A loop leaves the node on its right side and comes back to it.
      let side =
        Self.width(
          of: Self.shortened(
            graph.nodes[graph.references[references[place]].from].title, Self.longestName)) / 2
      let (x, y) = (first.x + side, first.y)
      return (
        "M\(Self.number(x)) \(Self.number(y - 8)) C\(Self.number(x + 34)) \(Self.number(y - 24)) \(Self.number(x + 34)) \(Self.number(y + 24)) \(Self.number(x + 2)) \(Self.number(y + 8))",
        Label(x: x - 20, y: y + GraphLayout.nodeHeight / 2 + 14, anchor: "middle")
      )
    }
    // The arrow's tip stands at the edge of the box.
    way[way.count - 1].y += first.y < last.y ? -2 : 2
    var path = "M\(Self.number(way[0].x)) \(Self.number(way[0].y))"
    for (from, to) in zip(way, way.dropFirst()) {
      let middle = Self.number((from.y + to.y) / 2)
      path +=
        " C\(Self.number(from.x)) \(middle) \(Self.number(to.x)) \(middle) \(Self.number(to.x)) \(Self.number(to.y))"
    }
    let segment = (way.count - 1) / 2
    let (from, to) = (way[segment], way[segment + 1])
    return (
      path, Label(x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 + 4, anchor: anchor(of: place))
    )
  }

  /// Where the label of a reference lies: beside it where a second one runs along.
  private func anchor(of place: Int) -> String {
    func ends(_ place: Int) -> Set<Int> {
      [graph.references[references[place]].from, graph.references[references[place]].to]
    }
    let siblings = references.indices.filter { ends($0) == ends(place) }
    // The words at a thick line would lie on it.
    if finding.advisedBreaks.contains(references[place]), siblings.count == 1 { return "start" }
    guard siblings.count > 1 else { return "middle" }
    return siblings.first == place ? "end" : "start"
  }

  /// An estimate: what a name takes in the page's font.
  private static func width(of name: String) -> Double { Double(name.count) * 7.4 + 26 }

  private static func shortened(_ text: String, _ longest: Int) -> String {
    let text = Escaping.line(text)
    return text.count > longest ? text.prefix(longest - 1) + "…" : text
  }

  /// Whole units: a tenth of one cannot be seen.
  private static func number(_ value: Double) -> String { String(Int(value.rounded())) }
}
