import OwnershipGraph

/// One finding of the page: what happened, the picture, the objects and the way to each.
struct HTMLFinding {
  private static let mostObjects = 200

  let finding: Finding
  let cells: CellIndex
  private var graph: ObjectGraph { finding.graph }

  var html: HTML {
    let paths = ObjectPaths(of: finding)
    // What a person has to act on is open.
    let open: HTML = finding.status == .new ? " open=\"open\"" : ""
    let types = graph.nodes.map(\.type).uniqued().map { Escaping.jsonString(Escaping.line($0)) }
      .joined(separator: ",")
    let trace = TraceDrawing(of: finding).lines().joined(separator: "\n")
    return """
      <article class="finding \(finding.status.rawValue)" id="\(Escaping.fileName(finding.fingerprint))" data-types="[\(types)]" tabindex="-1">
      <details\(open)>
      <summary><span class="badge \(finding.status.rawValue)">\(status)</span> <strong>\(ReportVocabulary.causeName(of: finding))</strong> <code>\(finding.fingerprint)</code> <span class="facts">\(subject) · \(ReportVocabulary.counted(finding.objectCount, "object")), \(finding.bytes) bytes · \(ReportVocabulary.words(for: finding.confidence))</span></summary>
      <p>\(ReportVocabulary.summary(of: finding))\(notes)</p>
      \(remedy)
      \(endings)
      \(places)
      <figure>\(GraphDrawing(of: finding, paths: paths).html)</figure>
      <p class="path" aria-live="polite"></p>
      <details class="more"><summary>Trace</summary><pre>\(Self.lines(trace))</pre></details>
      \(allocations)<details class="more"><summary>Objects and the way to each</summary>
      <div class="wide"><table><thead><tr><th>object</th><th>part</th><th>bytes</th><th>retains</th><th>kept alive by</th></tr></thead>
      <tbody>
      \(objects(paths))
      </tbody></table></div></details>
      \(sightings)
      </details>
      </article>
      """
  }

  /// The first types of what survives.
  private var subject: String {
    let types = ReportVocabulary.types(of: finding)
    return types.prefix(3).joined(separator: ", ") + (types.count > 3 ? ", …" : "")
  }

  private var status: String {
    switch finding.status {
    case .new: "✖ new"
    case .known: "• known"
    case .accepted: "• accepted"
    case .expected: "◆ control"
    }
  }

  /// Why it is accepted, and whether it grows.
  private var notes: String {
    let accepted = finding.status == .accepted ? [ReportVocabulary.acceptance(of: finding)] : []
    let growth = finding.recurrence.map { [ReportVocabulary.words(for: $0)] } ?? []
    return (accepted + growth).map { " · \($0)" }.joined()
  }

  private var remedy: HTML {
    guard finding.status != .expected else { return "" }
    let simulation = BreakSimulation(making: finding.advisedBreaks, weakIn: graph)
    let breaks = finding.advisedBreaks.map { index -> HTML in
      let reference = graph.references[index]
      let advice = ReportVocabulary.advice(for: index, in: finding)
      return "<li><code>\(ReportVocabulary.name(of: reference, in: graph))</code>: \(advice)</li>"
    }
    let outcome: HTML =
      breaks.isEmpty
      ? ""
      : "<ul>\(breaks)</ul><p class=\"note\">Tried out on the graph: this \(ReportVocabulary.outcome(of: simulation)).</p>"
    return """
      <div class="remedy"><p><strong>Instead:</strong> \(ReportVocabulary.remedy(for: finding))</p>\(outcome)</div>
      """
  }

  private var endings: HTML {
    let outcomes = cells.outcomes(of: finding)
    guard !outcomes.isEmpty else { return "" }
    let chips = outcomes.map { outcome -> HTML in
      outcome.isLeft
        ? "<span class=\"chip failed\">\(outcome.ending) ✖ leaves it</span>"
        : "<span class=\"chip clean\">\(outcome.ending) ✓</span>"
    }
    return "<p>\(chips)</p>"
  }

  private var places: HTML {
    let held: HTML =
      finding.roots.isEmpty ? "" : "<p>held by: \(finding.roots.joined(separator: ", "))</p>"
    guard !finding.locations.isEmpty else { return held }
    let places = finding.locations.map { place -> HTML in "<code>\(place.description)</code>" }
    return "\(held)<p>at \(places)</p>"
  }

  private var allocations: HTML {
    let lines = AllocationPlaces(of: finding).lines.dropFirst()
    guard !lines.isEmpty else { return "" }
    return """
      <details class="more"><summary>Where the objects were allocated</summary><pre>\(Self.lines(lines.joined(separator: "\n")))</pre></details>

      """
  }

  private var sightings: HTML {
    guard !finding.cells.isEmpty else { return "" }
    let items = finding.cells.map { cell -> HTML in "<li><code>\(cell)</code></li>" }
    return """
      <details class="more"><summary>Seen in \(ReportVocabulary.counted(finding.cells.count, "cell"))</summary><ul>
      \(items)
      </ul></details>
      """
  }

  private func objects(_ paths: ObjectPaths) -> [HTML] {
    let listed = GraphDrawing.parts(of: finding)
    let rows = listed.prefix(Self.mostObjects).map { index -> HTML in
      let node = graph.nodes[index]
      let count = node.retainCount.map(String.init) ?? "unknown"
      return """
        <tr data-object="\(index)"><td><code>\(node.id)</code></td><td>\(part(of: node.role))</td><td>\(node.size)</td><td>\(node.kind == .function ? "–" : count)</td><td>\(paths.words(for: index))</td></tr>
        """
    }
    let more = graph.nodes.count - rows.count
    return more > 0
      ? rows + ["<tr><td colspan=\"5\">\(more) more objects are in leakcheck.json</td></tr>"] : rows
  }

  private func part(of role: ObjectGraph.Role) -> String {
    switch role {
    case .cycle: "in the cycle"
    case .behind: "behind the cycle"
    case .held: "held"
    case .context: "context"
    }
  }

  /// A drawing's lines; each was made safe on its own, so the line feeds stay.
  private static func lines(_ text: String) -> HTML {
    HTML(text.split(separator: "\n", omittingEmptySubsequences: false).map { "\(String($0))" })
  }
}
