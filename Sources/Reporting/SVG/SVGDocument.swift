import Findings

/// A finding's picture as a file. Its bytes are equal on every machine, and Graphviz is not needed.
///
/// The files are committed and reviewed, so they are kept short. Elements of equal appearance share
/// a group, and the style sheet contains only the styles that occur.
struct SVGDocument {
  /// The first characters of every picture that this program writes. The program recognizes its own
  /// files by these characters.
  static let opening = "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"leakcheck\""

  private static let margin = 16.0
  private static let headHeight = 46.0
  private static let legendHeight = 26.0
  private static let widestHead = 980.0

  private let picture: GraphPicture
  private let look: SVGLook
  private let title: String
  private let subtitle: String

  /// - Parameters:
  ///   - title: The finding's headline, such as an ending and the cycle that remains after it.
  ///   - subtitle: The cause and the fingerprint.
  init(of finding: Finding, title: String, subtitle: String) {
    picture = GraphPicture(of: finding)
    look = SVGLook(of: picture)
    self.title = FontMetrics.fitted(
      Escaping.line(title), size: 15, within: Self.widestHead / 1.06)
    self.subtitle = FontMetrics.fitted(Escaping.line(subtitle), size: 12, within: Self.widestHead)
  }

  var text: String {
    let legend = GraphLegend(picture)
    let widths = [
      picture.width,
      FontMetrics.width(of: title, size: 15, isBold: true) + 2 * Self.margin,
      FontMetrics.width(of: subtitle, size: 12) + 2 * Self.margin,
      legend.width + 2 * Self.margin,
    ]
    let width = (widths.max() ?? 0).rounded(.up)
    let height = (Self.headHeight + picture.height + Self.legendHeight).rounded(.up)
    let shift = ((width - picture.width) / 2).rounded()
    let (w, h) = (GraphPicture.number(width), GraphPicture.number(height))
    let document: HTML = """
      <svg xmlns="http://www.w3.org/2000/svg" class="leakcheck" width="\(w)" height="\(h)" viewBox="0 0 \(w) \(h)" role="img" aria-label="\(title)">
      <style>\(look.sheet)</style>
      \(look.arrowheads)
      <rect class="p" width="\(w)" height="\(h)"/>
      \(Self.head(title, 22, size: 15, isBold: true, class: "t"))
      \(Self.head(subtitle, 40, size: 12, isBold: false, class: "s"))
      <g transform="translate(\(GraphPicture.number(shift)) \(GraphPicture.number(Self.headHeight)))">
      \(arrows)
      \(boxes)
      </g>
      \(legend.elements(x: Self.margin, y: height - 12))
      </svg>

      """
    return document.markup
  }

  private static func head(
    _ text: String, _ y: Int, size: Double, isBold: Bool, class name: String
  ) -> HTML {
    let length = FontMetrics.width(of: text, size: size, isBold: isBold)
    return """
      <text class="\(name)" x="\(GraphPicture.number(margin))" y="\(y)" textLength="\(GraphPicture.number(length))">\(text)</text>
      """
  }

  private var arrows: [HTML] {
    grouped(picture.arrows, by: look.classes).map { classes, arrows in
      let elements = arrows.map { arrow -> HTML in
        "<path d=\"\(arrow.path)\"/>\(GraphMarkup.label(of: arrow))"
      }
      return "<g class=\"\(classes)\">\(HTML(elements))</g>"
    }
  }

  private var boxes: [HTML] {
    let graph = picture.finding.graph
    return grouped(picture.boxes) { "n " + SVGLook.letter(of: graph.nodes[$0.node].role) }.map {
      classes, boxes in
      "<g class=\"\(classes)\">\(HTML(boxes.map(GraphMarkup.content)))</g>"
    }
  }

  /// Returns the elements, grouped by their CSS classes in order of first appearance.
  private func grouped<Element>(
    _ elements: [Element], by classes: (Element) -> String
  ) -> [(String, [Element])] {
    var groups: [(String, [Element])] = []
    for element in elements {
      let name = classes(element)
      if let index = groups.firstIndex(where: { $0.0 == name }) {
        groups[index].1.append(element)
      } else {
        groups.append((name, [element]))
      }
    }
    return groups
  }
}
