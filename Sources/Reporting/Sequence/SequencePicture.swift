/// A sequence diagram as SVG for the page. The page loads no external resources, so it cannot use
/// Mermaid.
struct SequencePicture {
  private static let rowHeight = 26.0
  private static let headHeight = 40.0
  private static let margin = 12.0
  private static let noteSize = 12.0

  let diagram: SequenceDiagram
  private let columns: [Double]
  private let width: Double

  init(_ diagram: SequenceDiagram) {
    self.diagram = diagram
    let names = diagram.participants.map {
      FontMetrics.width(of: Self.shortened($0), size: 12) + 16
    }
    var gaps = [Double](repeating: 30, count: max(0, names.count - 1))
    for index in gaps.indices { gaps[index] = (names[index] + names[index + 1]) / 2 + 14 }
    for step in diagram.steps {
      guard let (from, to, label) = Self.arrow(step) else { continue }
      let (low, high) = (min(from, to), max(from, to))
      let needed = FontMetrics.width(of: label, size: 11) + 20
      let room = gaps[low..<high].reduce(0, +)
      if low < high, room < needed { gaps[high - 1] += needed - room }
    }
    var x = Self.margin + (names.first ?? 0) / 2
    columns =
      [x]
      + gaps.map { gap in
        x += gap
        return x
      }
    let notes = diagram.steps.compactMap { step -> Double? in
      switch step {
      case .note(let text), .alternative(let text):
        FontMetrics.width(of: text, size: Self.noteSize) + 3 * Self.margin
      default: nil
      }
    }
    width = ([x + (names.last ?? 0) / 2 + Self.margin] + notes).max() ?? 0
  }

  var html: HTML {
    let height = Self.headHeight + Double(diagram.steps.count) * Self.rowHeight + Self.margin
    let size: HTML =
      "viewBox=\"0 0 \(Self.number(width)) \(Self.number(height))\" width=\"\(Self.number(width))\" height=\"\(Self.number(height))\""
    let rows = diagram.steps.enumerated().map { row, step in
      self.row(step, Self.headHeight + Double(row) * Self.rowHeight + 16)
    }
    return """
      <svg class="graph sequence" \(size) role="img" aria-label="What happened, step by step">
      \(lifelines(to: height))
      \(rows)
      </svg>
      """
  }

  private func lifelines(to height: Double) -> [HTML] {
    zip(diagram.participants, columns).map { name, x in
      let name = Self.shortened(name)
      let width = FontMetrics.width(of: name, size: 12) + 14
      return """
        <g class="life"><path d="M\(Self.number(x)) 30V\(Self.number(height))"/><rect x="\(Self.number(x - width / 2))" y="6" width="\(Self.number(width))" height="24" rx="5"/>\(GraphMarkup.text(name, x, 22, size: 12))</g>
        """
    }
  }

  private func row(_ step: SequenceDiagram.Step, _ y: Double) -> HTML {
    switch step {
    case .note(let text): return words(text, y, kind: "note")
    case .alternative(let text): return words(text, y, kind: "alternative")
    case .end: return ""
    case .allocation, .reference, .cut:
      guard let (from, to, label) = Self.arrow(step) else { return "" }
      let kind =
        if case .cut = step { "cut" } else if from == 0 { "allocation" } else { "reference" }
      let (left, right) = (columns[from], columns[to])
      let way =
        from == to
        ? "M\(Self.number(left)) \(Self.number(y - 4))h18v8h-16"
        : "M\(Self.number(left)) \(Self.number(y + 4))H\(Self.number(right))"
      let middle =
        from == to ? left + 26 + FontMetrics.width(of: label, size: 11) / 2 : (left + right) / 2
      return """
        <g class="\(kind)"><path d="\(way)"/>\(GraphMarkup.text(label, middle, y, size: 11))</g>
        """
    }
  }

  private func words(_ text: String, _ y: Double, kind: String) -> HTML {
    let length = FontMetrics.width(of: text, size: Self.noteSize)
    return """
      <g class="\(kind)"><rect x="4" y="\(Self.number(y - 13))" width="\(Self.number(width - 8))" height="20" rx="3"/>\(GraphMarkup.text(text, Self.margin + length / 2, y + 1, size: Self.noteSize))</g>
      """
  }

  /// Returns the two participants and the label of a step; `nil` if the step does not connect
  /// participants.
  private static func arrow(_ step: SequenceDiagram.Step) -> (Int, Int, String)? {
    switch step {
    case .allocation(let index, _): (0, index, "allocates")
    case .reference(let from, let to, let label): (from, to, shortened(label))
    case .cut(let from, let to, let label): (from, to, "cuts \(shortened(label))")
    case .note, .alternative, .end: nil
    }
  }

  private static func shortened(_ text: String) -> String {
    FontMetrics.fitted(Escaping.line(text), size: 12, within: 190)
  }

  private static func number(_ value: Double) -> String { GraphPicture.number(value) }
}
