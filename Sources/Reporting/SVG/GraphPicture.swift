import Findings
import OwnershipGraph

/// A finding's picture before it is written as markup: objects and references with their positions.
struct GraphPicture {
  static let titleSize = 13.0
  static let detailSize = 11.0
  static let labelSize = 12.0
  private static let lineHeight = 16.0
  private static let maxNodes = 40
  private static let maxReferences = 120
  private static let widestTitle = 300.0
  private static let widestLabel = 190.0

  /// The box of an object, a function value or a root.
  struct Box {
    /// The index of the node in the finding's graph.
    var node: Int
    var title: String
    /// The source location and the number of retains without a known reference; `nil` if there is
    /// neither.
    var detail: String?
    var size: GraphLayout.Size
    var middle = GraphLayout.Point(x: 0, y: 0)
  }

  /// The arrow of a reference.
  struct Arrow {
    /// The index of the reference in the finding's graph.
    var reference: Int
    /// The label's lines; the last is `break here` for a reference to break.
    var lines: [String]
    var labelSize: GraphLayout.Size
    var isInCycle: Bool
    var isBreak: Bool
    var middle = GraphLayout.Point(x: 0, y: 0)
    /// The path from the source to the target, as SVG path data.
    var path = ""
  }

  let finding: Finding
  private(set) var boxes: [Box]
  private(set) var arrows: [Arrow]
  let width: Double
  let height: Double
  /// The number of objects that the picture omits.
  let omitted: Int

  /// Lays out the objects of a finding. For an expected finding (a test's known leak), only the
  /// cycle is shown.
  init(of finding: Finding) {
    let finding = finding.pictured
    self.finding = finding
    let graph = finding.graph
    let trace = finding.cycleTrace
    let cycle = trace?.steps.flatMap { [$0.node, $0.partner?.node].compactMap { $0 } } ?? []
    let parts = Self.parts(of: finding)
    // In a cycle of two objects, either could be on top. The object that comes first in the graph
    // is chosen.
    let top = cycle.count == 2 ? cycle.sorted() : cycle
    let shown = Array((top + parts.filter { !cycle.contains($0) }).prefix(Self.maxNodes))
    omitted = parts.count - shown.count
    var boxes = shown.map { Self.box(for: $0, in: graph) }
    let indexOf = Dictionary(uniqueKeysWithValues: zip(shown, shown.indices))
    let inCycle = Set(graph.shownCycleReferences())
    var arrows = graph.references.indices.filter {
      indexOf[graph.references[$0].from] != nil && indexOf[graph.references[$0].to] != nil
    }.prefix(Self.maxReferences).map {
      Self.arrow(for: $0, in: finding, isInCycle: inCycle.contains($0))
    }
    let ends = arrows.map { arrow in
      let reference = graph.references[arrow.reference]
      return (from: indexOf[reference.from] ?? 0, to: indexOf[reference.to] ?? 0)
    }
    let layout = GraphLayout(
      sizes: boxes.map(\.size), references: ends, labels: arrows.map(\.labelSize),
      order: Array(boxes.indices))
    for index in boxes.indices { boxes[index].middle = layout.nodes[index] }
    for index in arrows.indices {
      arrows[index].middle = layout.labels[index]
      let isLoop = ends[index].from == ends[index].to
      arrows[index].path =
        isLoop
        ? Self.loop(at: boxes[ends[index].from])
        : Self.path(layout.paths[index], around: arrows[index])
    }
    self.boxes = boxes
    self.arrows = arrows
    width = layout.width
    height = layout.height
  }

  /// The number of boxes that are objects rather than function values or roots.
  var objectCount: Int { boxes.count { finding.graph.nodes[$0.node].kind.isObject } }

  /// Returns the objects to show. For an expected finding (a test's known leak), these are only the
  /// members of its cycle, if it has one.
  static func parts(of finding: Finding) -> [Int] {
    let indices = Array(finding.graph.nodes.indices)
    guard finding.status == .expected else { return indices }
    let members = indices.filter { finding.graph.nodes[$0].role == .cycle }
    return members.isEmpty ? indices : members
  }

  private static func box(for index: Int, in graph: ObjectGraph) -> Box {
    let node = graph.nodes[index]
    let title = FontMetrics.fitted(
      Escaping.line(node.title), size: titleSize, within: widestTitle)
    let detail = detail(of: node).map {
      FontMetrics.fitted(Escaping.line($0), size: detailSize, within: widestTitle)
    }
    let widths = [
      FontMetrics.width(of: title, size: titleSize),
      detail.map { FontMetrics.width(of: $0, size: detailSize) } ?? 0,
    ]
    return Box(
      node: index, title: title, detail: detail,
      size: .init(
        width: ((widths.max() ?? 0) + 24).rounded(.up), height: detail == nil ? 32 : 46))
  }

  private static func detail(of node: ObjectGraph.Node) -> String? {
    let parts = [node.location?.description, ReportVocabulary.unexplainedRetains(of: node)]
    let text = parts.compactMap { $0 }.joined(separator: " · ")
    return text.isEmpty ? nil : text
  }

  private static func arrow(for index: Int, in finding: Finding, isInCycle: Bool) -> Arrow {
    let reference = finding.graph.references[index]
    var label = FontMetrics.fitted(
      Escaping.line(reference.label), size: labelSize, within: widestLabel)
    if reference.strength != .strong { label += " (\(reference.strength.rawValue))" }
    if reference.evidence == .scanned { label += " (scanned)" }
    let isBreak = finding.markedBreaks.contains(index)
    let lines = isBreak ? [label, "break here"] : [label]
    let widest = lines.map { FontMetrics.width(of: $0, size: labelSize, isBold: isBreak) }.max()
    return Arrow(
      reference: index, lines: lines,
      labelSize: .init(
        width: ((widest ?? 0) + 8).rounded(.up), height: Double(lines.count) * lineHeight),
      isInCycle: isInCycle, isBreak: isBreak)
  }

  /// Returns the path of a loop, which starts and ends on the right side of its object.
  private static func loop(at box: Box) -> String {
    let x = box.middle.x + box.size.width / 2
    let y = box.middle.y
    return "M\(number(x)) \(number(y - 8))C\(number(x + 32)) \(number(y - 20)) "
      + "\(number(x + 32)) \(number(y + 20)) \(number(x + 2)) \(number(y + 8))"
  }

  /// Returns curves from row to row, interrupted at the label.
  private static func path(_ points: [GraphLayout.Point], around arrow: Arrow) -> String {
    var points = points
    let isDown = points[0].y < points[points.count - 1].y
    // The arrow's tip touches the edge of the box.
    points[points.count - 1].y += isDown ? -2 : 2
    guard let label = points.firstIndex(of: arrow.middle), !arrow.lines.joined().isEmpty else {
      return curves(points)
    }
    let half = arrow.labelSize.height / 2 * (isDown ? 1 : -1)
    var (before, after) = (Array(points[...label]), Array(points[label...]))
    before[label].y -= half
    after[0].y += half
    return curves(before) + curves(after)
  }

  private static func curves(_ points: [GraphLayout.Point]) -> String {
    var path = "M\(number(points[0].x)) \(number(points[0].y))"
    let points = straightened(points)
    for (from, to) in zip(points, points.dropFirst()) {
      if number(from.x) == number(to.x) {
        path += "V\(number(to.y))"
        continue
      }
      let middle = number((from.y + to.y) / 2)
      path +=
        "C\(number(from.x)) \(middle) \(number(to.x)) \(middle) \(number(to.x)) \(number(to.y))"
    }
    return path
  }

  /// Returns a path without the points that are on a vertical line with both neighboring points.
  private static func straightened(_ points: [GraphLayout.Point]) -> [GraphLayout.Point] {
    points.indices.filter { index in
      guard index > 0, index < points.count - 1 else { return true }
      let columns = Set([index - 1, index, index + 1].map { number(points[$0].x) })
      return columns.count > 1
    }.map { points[$0] }
  }

  /// Returns a number as text, in whole units, because smaller differences are invisible.
  static func number(_ value: Double) -> String { String(Int(value.rounded())) }
}
