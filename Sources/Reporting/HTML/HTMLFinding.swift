import Findings
import OwnershipGraph

/// A finding on the page: the endings after which it remains, what to change and where, the
/// pictures, the objects, and the path to each object.
struct HTMLFinding {
  private static let maxObjects = 200
  private static let maxCells = 200
  /// The smallest scale at which a picture's text is readable.
  private static let smallestScale = 0.72

  let finding: Finding
  let index: ReportIndex
  private var graph: ObjectGraph { finding.graph }

  var html: HTML {
    let advice = FindingAdvice(of: finding, in: index)
    let paths = ObjectPaths(of: finding)
    let severity = index.report.severity(of: finding)
    // Findings that need action are expanded. If no finding is an error, the core cycle (see
    // `CoreCycle`) is expanded as well.
    let isCore = finding.fingerprint == index.core?.finding.fingerprint
    let isShown = severity != .note || (isCore && index.report.findings(.error).isEmpty)
    let open: HTML = isShown ? " open=\"open\"" : ""
    let trace = TraceDrawing(of: finding).lines().joined(separator: "\n")
    let anchor = index.anchor(of: finding)
    return """
      <article class="finding \(severity.rawValue)" id="\(anchor)"\(attributes(advice)) tabindex="-1">
      <details\(open)>
      <summary><span class="badge \(severity.rawValue)">\(ReportVocabulary.mark(of: finding, in: index.report)) \(ReportVocabulary.word(for: finding, in: index.report))</span> <strong>\(ReportVocabulary.headline(of: finding, in: index))</strong> <span class="facts">\(ReportVocabulary.causeName(of: finding)) · <a class="address" href="#\(anchor)">\(finding.fingerprint)</a> · \(ReportVocabulary.counted(finding.objectCount, "object")), \(finding.bytes) bytes\(occurrences) · \(ReportVocabulary.confidenceDescription(of: finding))</span></summary>
      \(endings(advice))
      <dl><dt>why</dt><dd>\(advice.summary)\(notes)</dd><dt>fix</dt><dd>\(HTML(sentence: advice.fix))\(breaks(advice))</dd>\(suspects)\(locations(advice, anchor))\(reproduction)</dl>
      \(picture(paths))
      <p class="path" aria-live="polite"></p>
      <details class="more"\(open)><summary>Trace</summary><pre>\(Self.lines(trace))</pre></details>
      \(sequence)\(allocations)<details class="more"><summary>Objects and their retain paths</summary>
      <div class="wide"><table><thead><tr><th>object</th><th>part</th><th>bytes</th><th>retain count</th><th>retained by</th></tr></thead>
      <tbody>
      \(objects(paths))
      </tbody></table></div></details>
      \(sightings)
      </details>
      </article>
      """
  }

  /// Returns the attributes by which the page's filters select findings: types, endings, sources,
  /// operators, cause and status.
  private func attributes(_ advice: FindingAdvice) -> HTML {
    let cells = index.cells.related(to: finding).filter { Set(finding.cells).contains($0.id) }
    func list(_ words: [String]) -> String {
      "[" + words.uniqued().map { Escaping.jsonString(Escaping.line($0)) }.joined(separator: ",")
        + "]"
    }
    return """
       data-types="\(list(graph.nodes.map(\.type)))" data-ending="\(list(advice.endings.leftBy.map(index.cells.tableGroups.name)))" data-source="\(list(cells.map(\.source)))" data-operator="\(list(cells.map(\.operator)))" data-cause="\(list([ReportVocabulary.causeName(of: finding)]))" data-status="\(list([ReportVocabulary.word(for: finding, in: index.report)]))"
      """
  }

  /// The reason for accepting the finding, whether the leak grows from run to run, and the roots
  /// that retain the objects.
  private var notes: String {
    let accepted = finding.status == .accepted ? [ReportVocabulary.acceptance(of: finding)] : []
    let growth = finding.recurrence.map { [ReportVocabulary.description(of: $0)] } ?? []
    let roots =
      finding.roots.isEmpty ? [] : ["retained by \(finding.roots.joined(separator: ", "))"]
    return (accepted + growth + roots).map { " · \($0)" }.joined()
  }

  private var occurrences: String {
    ReportVocabulary.occurrences(of: finding).map { " · \($0)" } ?? ""
  }

  private func breaks(_ advice: FindingAdvice) -> HTML {
    guard finding.status != .expected, !advice.breaks.isEmpty else { return "" }
    var items = advice.breaks.map { item -> HTML in
      "<li><code>\(item.reference)</code>: \(item.advice)</li>"
    }
    if let alternative = advice.alternative { items.append("<li>or: \(alternative)</li>") }
    guard !finding.advisedBreaks.isEmpty else { return "<ul>\(items)</ul>" }
    if let executed = ExecutionText(of: finding), finding.execution?.outcome != .notExecuted {
      return "<ul>\(items)</ul><span class=\"note\">\(executed.line)</span>"
    }
    let simulation = BreakSimulation(making: finding.advisedBreaks, weakIn: graph)
    return
      "<ul>\(items)</ul><span class=\"note\">Simulated on the graph: this \(ReportVocabulary.outcome(of: simulation)).</span>"
  }

  private func endings(_ advice: FindingAdvice) -> HTML {
    let endings = advice.endings
    guard !endings.leftBy.isEmpty else { return "" }
    let cut = endings.cutBy.map { cut -> HTML in
      let slots = cut.references.prefix(3).map(\.description)
      let words = slots.isEmpty ? "" : " cuts \(ReportVocabulary.list(Array(slots)))"
      guard cut.isApplicable else {
        return "<span class=\"chip\">\(cut.ending) \(FindingEndings.unknownOutcome)</span>"
      }
      return "<span class=\"chip clean\">\(cut.ending) ✓\(words)</span>"
    }
    let left = endings.shownLeftBy.map { ending, isControl -> HTML in
      isControl
        ? "<span class=\"chip control\">\(ending) ◆ the finding remains, as expected</span>"
        : "<span class=\"chip failed\">\(ending) ✖ the finding remains</span>"
    }
    let sentence: HTML = endings.sentence { $0 }.map { "<p>\($0)</p>" } ?? ""
    return "<p>\(cut + left)</p>\(sentence)"
  }

  private var suspects: HTML {
    let suspects = HTML(suspects: finding.suspects)
    return finding.suspects.isEmpty ? "" : "<dt>suspects</dt><dd>\(suspects)</dd>"
  }

  private func locations(_ advice: FindingAdvice, _ anchor: String) -> HTML {
    guard !advice.locations.isEmpty else { return "" }
    let locations = advice.locations.prefix(12).enumerated().map { number, location -> HTML in
      let id = "\(anchor)-line-\(number + 1)"
      return
        "<a class=\"location\" id=\"\(id)\" href=\"#\(id)\"><code>\(location.description)</code></a>"
    }
    return "<dt>source</dt><dd>\(locations)</dd>"
  }

  private var reproduction: HTML {
    let command = index.cells.reproduction(of: finding, in: index.report)
    guard let command else { return "" }
    return "<dt>reproduce</dt><dd><code>\(command)</code></dd>"
  }

  private func picture(_ paths: ObjectPaths) -> HTML {
    let picture = GraphPicture(of: finding)
    let (width, height) = (
      GraphPicture.number(picture.width), GraphPicture.number(picture.height)
    )
    let note: HTML =
      picture.omitted > 0
      ? "<p class=\"note\">\(ReportVocabulary.omission(of: picture.omitted))</p>" : ""
    return """
      <figure><svg class="graph" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" style="max-width:max(100%,\(GraphPicture.number(picture.width * Self.smallestScale))px)" role="img" aria-label="\(ReportVocabulary.counted(picture.objectCount, "object")) and the references between them">
      \(GraphMarkup(picture: picture, paths: paths).elements)
      </svg></figure>\(note)
      """
  }

  private var sequence: HTML {
    guard let diagram = SequenceDiagram(of: finding, in: index) else { return "" }
    return """
      <details class="more"><summary>The same as a sequence of calls</summary><figure>\(SequencePicture(diagram).html)</figure></details>

      """
  }

  private var allocations: HTML {
    let lines = AllocationSites(of: finding).lines.dropFirst()
    guard !lines.isEmpty else { return "" }
    return """
      <details class="more"><summary>Allocation sites</summary><pre>\(Self.lines(lines.joined(separator: "\n")))</pre></details>

      """
  }

  private var sightings: HTML {
    guard !finding.cells.isEmpty else { return "" }
    let items = finding.cells.prefix(Self.maxCells).map { cell -> HTML in
      "<li><a href=\"#cell=\(Escaping.uriPath(cell))\"><code>\(cell)</code></a></li>"
    }
    let more = finding.cells.count - items.count
    let rest: HTML = more > 0 ? "<li>\(more) more</li>" : ""
    return """
      <details class="more"><summary>Seen in \(ReportVocabulary.counted(finding.cells.count, "cell"))</summary><ul class="cells">
      \(items)\(rest)
      </ul></details>
      """
  }

  private func objects(_ paths: ObjectPaths) -> [HTML] {
    let listed = GraphPicture.parts(of: finding)
    let rows = listed.prefix(Self.maxObjects).map { index -> HTML in
      let node = graph.nodes[index]
      let count = node.retainCount.map(String.init) ?? "unknown"
      return """
        <tr data-object="\(index)"><td><code>\(node.id)</code></td><td>\(part(of: node.role))</td><td>\(node.size)</td><td>\(node.kind == .function ? "–" : count)</td><td>\(paths.words(for: index))</td></tr>
        """
    }
    let more = graph.nodes.count - rows.count
    return more > 0
      ? rows + ["<tr><td colspan=\"5\">\(ReportVocabulary.omission(of: more))</td></tr>"] : rows
  }

  private func part(of role: ObjectGraph.Role) -> String {
    switch role {
    case .cycle: "in the cycle"
    case .behind: graph.behindDescription
    case .held: "retained"
    case .context: "context"
    }
  }

  /// Returns a drawing as markup. Each line is escaped separately, so that line feeds are not
  /// escaped.
  private static func lines(_ text: String) -> HTML {
    HTML(text.split(separator: "\n", omittingEmptySubsequences: false).map { "\(String($0))" })
  }
}
