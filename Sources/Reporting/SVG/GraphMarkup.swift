import OwnershipGraph

/// The elements of a picture on the HTML page. The reader can select the picture's objects.
struct GraphMarkup {
  let picture: GraphPicture
  /// The path by which each object is retained.
  let paths: ObjectPaths

  var elements: [HTML] { picture.arrows.map(arrow) + picture.boxes.map(box) }

  /// The arrowheads, which all pictures on the page share.
  static let arrowheads: HTML =
    "<marker id=\"a\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"10\" markerHeight=\"10\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path class=\"head\" d=\"M0 0 10 5 0 10z\"/></marker><marker id=\"r\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"10\" markerHeight=\"10\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path class=\"head red\" d=\"M0 0 10 5 0 10z\"/></marker>"

  private var graph: ObjectGraph { picture.finding.graph }

  private func box(_ box: GraphPicture.Box) -> HTML {
    let node = graph.nodes[box.node]
    // A root is not an object and cannot be selected.
    guard node.kind != .root else {
      return "<g class=\"node \(node.role.rawValue)\">\(Self.content(of: box))</g>"
    }
    let path = paths.references(to: box.node).map(String.init).joined(separator: " ")
    return """
      <g class="node \(node.role.rawValue)" data-node="\(box.node)" data-path="\(path)" tabindex="0" role="button" aria-label="\(node.id)">\(Self.content(of: box))</g>
      """
  }

  private func arrow(_ arrow: GraphPicture.Arrow) -> HTML {
    var kinds = ["edge", graph.references[arrow.reference].strength.rawValue]
    if arrow.isInCycle { kinds.append("cycle") }
    if arrow.isBreak { kinds.append("break") }
    return """
      <g class="\(kinds.joined(separator: " "))" data-edge="\(arrow.reference)"><path d="\(arrow.path)"/>\(Self.label(of: arrow))</g>
      """
  }

  /// Returns the content of an object's box: its name and detail.
  static func content(of box: GraphPicture.Box) -> HTML {
    let (x, y) = (box.middle.x, box.middle.y)
    let title = text(
      box.title, x, box.detail == nil ? y + 4.5 : y - 2, size: GraphPicture.titleSize)
    let detail: HTML =
      box.detail.map { text($0, x, y + 14, size: GraphPicture.detailSize, class: "d") } ?? ""
    return """
      <rect x="\(number(x - box.size.width / 2))" y="\(number(y - box.size.height / 2))" width="\(number(box.size.width))" height="\(number(box.size.height))" rx="7"/>\(title)\(detail)
      """
  }

  /// Returns a reference's label.
  static func label(of arrow: GraphPicture.Arrow) -> HTML {
    let top = arrow.middle.y - Double(arrow.lines.count - 1) * 8 + 4
    return HTML(
      arrow.lines.enumerated().map { row, line in
        text(
          line, arrow.middle.x, top + Double(row) * 16, size: GraphPicture.labelSize,
          isBold: arrow.isBreak)
      })
  }

  /// Returns a line of text, centered on a point. A viewer scales the text to its measured width,
  /// whatever the font.
  static func text(
    _ text: String, _ x: Double, _ y: Double, size: Double, isBold: Bool = false,
    class name: String = ""
  ) -> HTML {
    let length = FontMetrics.width(of: text, size: size, isBold: isBold)
    let kind: HTML = name.isEmpty ? "" : " class=\"\(name)\""
    return """
      <text\(kind) x="\(number(x))" y="\(number(y))" textLength="\(number(length))">\(text)</text>
      """
  }

  private static func number(_ value: Double) -> String { GraphPicture.number(value) }
}
