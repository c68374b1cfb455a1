import Findings
import OwnershipGraph

/// The colors and lines that occur in a picture file, for light and dark mode.
struct SVGLook {
  private let finding: Finding
  private let roles: [ObjectGraph.Role]
  private let kinds: Set<String>

  init(of picture: GraphPicture) {
    let graph = picture.finding.graph
    finding = picture.finding
    let present = Set(picture.boxes.map { graph.nodes[$0.node].role })
    roles = [.cycle, .behind, .held, .context].filter(present.contains)
    var kinds: Set<String> = []
    for arrow in picture.arrows {
      kinds.formUnion(
        Self.classes(of: arrow, graph.references[arrow.reference]).split(separator: " ")
          .map(String.init))
    }
    self.kinds = kinds
  }

  /// Returns the CSS class of a role.
  static func letter(of role: ObjectGraph.Role) -> String {
    switch role {
    case .cycle: "c"
    case .behind: "b"
    case .held: "h"
    case .context: "x"
    }
  }

  /// Returns the CSS classes of a reference: `e`, and `c` if it is in a cycle, `k` if it is a
  /// reference to break, `w` if it is weak, `u` if it is unowned or unmanaged.
  func classes(of arrow: GraphPicture.Arrow) -> String {
    Self.classes(of: arrow, finding.graph.references[arrow.reference])
  }

  private static func classes(
    of arrow: GraphPicture.Arrow, _ reference: ObjectGraph.Reference
  ) -> String {
    var classes = "e"
    if arrow.isInCycle { classes += " c" }
    if arrow.isBreak { classes += " k" }
    switch reference.strength {
    case .strong: break
    case .weak: classes += " w"
    case .unowned, .unmanaged: classes += " u"
    }
    return classes
  }

  private typealias Palette = (light: String, dark: String)

  private static let page: Palette = (
    "--p:#fff;--t:#1c1d1f;--f:#5f6368", "--p:#16181b;--t:#e6e8eb;--f:#a3a9b1"
  )

  private static func palette(of role: ObjectGraph.Role) -> Palette? {
    switch role {
    case .cycle: (";--c:#b3261e;--d:#fdecea", ";--c:#ff8a80;--d:#43211f")
    case .behind: (";--b:#9a4a00;--a:#fff1e0", ";--b:#ffb870;--a:#3f2d18")
    case .held: (";--h:#0b57d0;--g:#e8f0fe", ";--h:#8ab4f8;--g:#1d2f4d")
    case .context: nil
    }
  }

  private var needsRed: Bool {
    roles.contains(.cycle) || kinds.contains("c") || kinds.contains("k")
  }

  var sheet: HTML {
    let shown = needsRed && !roles.contains(.cycle) ? [.cycle] + roles : roles
    let palettes = [Self.page] + shown.compactMap(Self.palette)
    let light = palettes.map(\.light).joined()
    let dark = palettes.map(\.dark).joined()
    var rules = [
      "svg{\(light)}", "@media(prefers-color-scheme:dark){svg{\(dark)}}",
      "text{font:12px \(FontMetrics.family);fill:var(--t);text-anchor:middle}",
      ".t,.s{text-anchor:start}.t{font-size:15px;font-weight:700}.s,.d{fill:var(--f)}",
      ".n text{font-size:13px}.n .d{font-size:11px}rect{fill:var(--p);stroke:var(--f);stroke-width:1.5;rx:7px}.p{stroke:none}",
      "path{fill:none;stroke:var(--f);stroke-width:1.5;marker-end:url(#a)}marker path{fill:var(--f);stroke:none;marker:none}",
      ".e text{fill:var(--f)}",
    ]
    if needsRed {
      rules.append(
        ".c rect{fill:var(--d);stroke:var(--c)}.c path,.k path{stroke:var(--c);marker-end:url(#r)}.c text{fill:var(--c)}.n.c text{fill:var(--t)}#r path{fill:var(--c)}"
      )
    }
    if roles.contains(.behind) { rules.append(".b rect{fill:var(--a);stroke:var(--b)}") }
    if roles.contains(.held) { rules.append(".h rect{fill:var(--g);stroke:var(--h)}") }
    if kinds.contains("k") { rules.append(".k path{stroke-width:4}.k text{font-weight:700}") }
    if kinds.contains("w") { rules.append(".w path{stroke-dasharray:6 4}") }
    if kinds.contains("u") { rules.append(".u path{stroke-dasharray:2 4}") }
    return HTML(unescaped: Self.withLiterals(rules.joined(separator: "\n"), from: light))
  }

  /// Returns a sheet in which each color from the palette also appears as a literal, for programs
  /// that do not support CSS variables and would draw everything black.
  private static func withLiterals(_ sheet: String, from palette: String) -> String {
    var sheet = sheet
    for entry in palette.split(separator: ";") {
      let parts = entry.split(separator: ":")
      for property in ["fill", "stroke"] {
        let variable = "\(property):var(\(parts[0]))"
        sheet = sheet.replacing(variable, with: "\(property):\(parts[1]);\(variable)")
      }
    }
    return sheet
  }

  var arrowheads: HTML {
    HTML(["a"].map(Self.arrowhead) + (needsRed ? [Self.arrowhead("r")] : []))
  }

  private static func arrowhead(_ id: String) -> HTML {
    "<marker id=\"\(id)\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"10\" markerHeight=\"10\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 0 10 5 0 10z\"/></marker>"
  }
}
