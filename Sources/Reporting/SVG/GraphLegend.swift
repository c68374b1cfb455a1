import OwnershipGraph

/// The explanation of the colors and lines that occur in a picture.
struct GraphLegend {
  private enum Swatch {
    case box(ObjectGraph.Role)
    case line(String)
  }

  private static let gap = 18.0
  private static let swatchWidth = 26.0

  private let entries: [(swatch: Swatch, words: String)]

  init(_ picture: GraphPicture) {
    let graph = picture.finding.graph
    let roles = Set(picture.boxes.map { graph.nodes[$0.node].role })
    let named: [(ObjectGraph.Role, String)] = [
      (.cycle, "in the cycle"), (.behind, graph.behindDescription), (.held, "retained"),
      (.context, graph.contextDescription(of: picture.boxes.map(\.node))),
    ]
    entries =
      named.filter { roles.contains($0.0) }.map { (.box($0.0), $0.1) }
      + Self.lines(of: picture).map { (.line($0), $0 == "break" ? "break here" : $0) }
  }

  /// Returns the kinds of lines that need an explanation.
  private static func lines(of picture: GraphPicture) -> [String] {
    let references = picture.arrows.map { picture.finding.graph.references[$0.reference] }
    let strengths = [Strength.weak, .unowned, .unmanaged].filter { strength in
      references.contains { $0.strength == strength }
    }
    return (picture.arrows.contains(where: \.isBreak) ? ["break"] : []) + strengths.map(\.rawValue)
  }

  var width: Double { entries.reduce(-Self.gap) { $0 + Self.width(of: $1.words) + Self.gap } }

  func elements(x start: Double, y: Double) -> [HTML] {
    var x = start
    return entries.map { entry in
      defer { x += Self.width(of: entry.words) + Self.gap }
      let (left, middle) = (GraphPicture.number(x), GraphPicture.number(y - 4))
      let words: HTML = """
        <text class="s" x="\(GraphPicture.number(x + Self.swatchWidth))" y="\(GraphPicture.number(y))" textLength="\(GraphPicture.number(FontMetrics.width(of: entry.words, size: 12)))">\(entry.words)</text>
        """
      switch entry.swatch {
      case .box(let role):
        return """
          <g class="\(SVGLook.letter(of: role)) n"><rect x="\(left)" y="\(GraphPicture.number(y - 10))" width="18" height="12"/></g>\(words)
          """
      case .line(let kind):
        return """
          <g class="\(kind.prefix(1) == "b" ? "k" : kind == "weak" ? "w" : "u")"><path d="M\(left) \(middle)h20"/></g>\(words)
          """
      }
    }
  }

  private static func width(of words: String) -> Double {
    swatchWidth + FontMetrics.width(of: words, size: 12)
  }
}
