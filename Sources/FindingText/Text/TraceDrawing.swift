package import Findings
import OwnershipGraph

/// A text drawing of a finding's objects: a closed loop for a cycle, otherwise a list.
///
///     ╭─▶ FeedViewModel
///     │     │ strong  bag
///     │   closure #1 in FeedViewModel.start()    FeedViewModel.swift:41
///     │     │ strong  capture self     ◀── break here: [weak self]
///     ╰─────╯
package struct TraceDrawing {
  /// The maximum number of steps to draw. The middle of a longer cycle is omitted.
  private static let maxSteps = 24

  /// The amount of detail in a drawing.
  package enum Detail {
    /// No marks at the references to break, and at most 4 lines of references in the cycle that are
    /// neither in the drawn loop nor references to break. By default, an expected finding (a test's
    /// known leak) is drawn in this way.
    case brief
    /// At most 8 lines of references in the cycle that are neither in the drawn loop nor marked.
    case standard
    /// At most 48 lines of references in the cycle that are neither in the drawn loop nor marked.
    /// The page of a finding has such a drawing.
    case detailed
  }

  /// The maximum number of lines of a list in a brief drawing. It is also the maximum number of
  /// types in a list of types, which is on one line.
  private static let maxBrief = 4

  private static let retains = "  │ retains"

  package let finding: Finding
  package var style = Style.plain
  private let detail: Detail
  private let marked: Set<Int>
  private var graph: ObjectGraph { finding.graph }

  /// - Parameter detail: The amount of detail; `nil` for a brief drawing of an expected
  ///   finding and a standard drawing of any other finding.
  package init(of finding: Finding, style: Style = .plain, detail: Detail? = nil) {
    self.finding = finding
    self.style = style
    self.detail = detail ?? (finding.status == .expected ? .brief : .standard)
    marked = Set(finding.markedBreaks)
  }

  /// Returns the drawing, line by line, without indentation.
  package func lines() -> [String] { traceLines() + furtherLines() }

  /// Returns the lines of the cycle or, without a cycle, of the objects that a root retains.
  package func traceLines() -> [String] {
    guard let trace = cycleTrace else { return survivors() }
    return cycleLines(trace)
  }

  /// Returns the lines of the references and objects outside the drawn cycle. Without a cycle,
  /// returns only the lines of other leaks that are freed with the finding's objects.
  package func furtherLines() -> [String] {
    guard let trace = cycleTrace else { return consequences() }
    return others(trace) + behind() + otherOccurrences() + leakedHolders() + heldBy()
      + consequences()
  }

  private var cycleTrace: CycleTrace? { finding.cycleTrace }

  private func cycleLines(_ trace: CycleTrace) -> [String] {
    var lines: [String] = []
    let kept = Self.maxSteps / 2
    for (index, step) in trace.steps.enumerated() {
      if trace.steps.count > Self.maxSteps, index >= kept, index < trace.steps.count - kept {
        if index == kept {
          lines.append(
            style.failure("│") + "   … "
              + ReportVocabulary.counted(trace.steps.count - 2 * kept, "more object") + " …")
        }
        continue
      }
      lines.append(style.failure(index == 0 ? "╭─▶" : "│  ") + " " + title(of: step))
      lines.append(style.failure("│") + "     │ " + description(of: step.next))
    }
    lines.append(style.failure("╰─────╯"))
    return lines
  }

  private func title(of step: CycleTrace.Step) -> String {
    var title = name(of: step.node)
    if let partner = step.partner {
      title += " ⇄ " + name(of: partner.node)
      let there = Escaping.line(graph.references[partner.there].label)
      let back = Escaping.line(graph.references[partner.back].label)
      title += style.faint("    \(there) ⇄ \(back)")
      for index in [partner.there, partner.back] where marked.contains(index) {
        title += marker(for: index)
      }
    }
    return title + [step.node, step.partner?.node].compactMap { $0 }.map(locationText).joined()
  }

  /// Returns the text that follows an object's name: the location of its code or, for a suspended
  /// task, the code in which it is suspended.
  private func locationText(of node: Int) -> String {
    if let code = graph.nodes[node].suspended { return description(of: code) }
    return graph.nodes[node].location.map {
      style.faint("    \(Escaping.line($0.description))")
    } ?? ""
  }

  /// Returns a description of the code in which a task is suspended: `closure #1 in Monitor.start()
  /// Monitor.swift:20, calls Monitor.run(), awaits at line 24`.
  private func description(of code: SuspendedCode) -> String {
    var words = "    \(code.function)"
    if let location = code.location { words += "    \(location)" }
    if let method = code.method, method != code.function { words += ", calls \(method)" }
    if let suspension = code.suspension {
      let isNear = suspension.file == code.location?.file
      words += ", awaits at " + (isNear ? "line \(suspension.line)" : suspension.description)
    }
    return style.faint(Escaping.line(words))
  }

  private func name(of node: Int) -> String {
    let node = graph.nodes[node]
    var name = style.emphasis(Escaping.line(node.title))
    if node.isDeiniting { name += " (in deinit)" }
    if let retains = ReportVocabulary.unexplainedRetains(of: node) {
      name += style.warning(" (\(retains))")
    }
    return name
  }

  private func description(of index: Int) -> String {
    let reference = graph.references[index]
    var words = "\(reference.strength.rawValue)  \(Escaping.line(reference.label))"
    if reference.evidence == .scanned { words += " (scanned)" }
    if reference.from == reference.to, graph.nodes[reference.from].count > 1 {
      words += ", to another of them"
    }
    if marked.contains(index) { words += marker(for: index) }
    return words
  }

  private func marker(for index: Int) -> String {
    if detail == .brief { return "" }
    let advice = ReportVocabulary.advice(for: index, in: finding)
    return style.success("     ◀── break here: \(Escaping.line(advice))")
  }

  /// The maximum number of lines for references that are neither part of the drawn cycle nor
  /// references to break.
  private var maxOthers: Int {
    switch detail {
    case .brief: Self.maxBrief
    case .standard: 8
    case .detailed: 2 * Self.maxSteps
    }
  }

  /// Returns lines for the references in the cycle that the drawn loop does not contain. All
  /// references to break get a line; the number of lines for other references is limited.
  private func others(_ trace: CycleTrace) -> [String] {
    let broken = marked.intersection(trace.others)
    let origins = CodeOrigins()
    func isProgram(_ index: Int) -> Bool {
      let reference = graph.references[index]
      return origins.isProgram(graph.nodes[reference.from])
        || origins.isProgram(graph.nodes[reference.to])
    }
    let others = trace.others.filter { !broken.contains($0) }
    let further = folded("also", others.filter(isProgram) + others.filter { !isProgram($0) })
    let more = further.count - maxOthers
    return folded("also", trace.others.filter(broken.contains)) + further.prefix(maxOthers)
      + (more > 0
        ? ["also: \(ReportVocabulary.counted(more, "more line")) of references in the cycle"] : [])
  }

  private func behind() -> [String] {
    let behind = graph.nodes.indices.filter { graph.nodes[$0].role == .behind }
    guard !behind.isEmpty else { return [] }
    let names = tally(behind)
    let held = graph.nodes.count { $0.role == .held }
    let owner = finding.rule.isCycle ? "the cycle" : held == 1 ? "the object" : "these objects"
    return ["retained by \(owner): " + names]
  }

  /// Returns a line with the types of objects that only other occurrences of the finding retain.
  private func otherOccurrences() -> [String] {
    let types = graph.nodes.indices.filter(graph.belongsToOtherOccurrence)
      .map { Escaping.line(graph.nodes[$0].type) }.uniqued()
    guard finding.occurrences > 1, !types.isEmpty else { return [] }
    return ["retained in other occurrences: " + types.joined(separator: ", ")]
  }

  /// Returns lines for the references from other leaks, and from other occurrences of the finding,
  /// to this finding's objects. These objects are freed only when all of these leaks are fixed.
  private func leakedHolders() -> [String] {
    let held = graph.references.indices.filter { index in
      let reference = graph.references[index]
      return graph.nodes[reference.from].role == .context
        && graph.nodes[reference.to].role != .context
    }
    let types = Set(graph.nodes.lazy.filter { $0.role == .cycle }.map(\.qualifiedType))
    let isSame = { (index: Int) in
      let type = graph.nodes[graph.references[index].from].qualifiedType
      return finding.occurrences > 1 && types.contains(type)
    }
    // The graph contains only some of the other occurrences, so their number is not shown.
    var seen = Set<[String]>()
    let same = held.filter { index in
      let reference = graph.references[index]
      let types = [reference.from, reference.to].map { graph.nodes[$0].qualifiedType }
      return isSame(index) && seen.insert(types + [reference.label]).inserted
    }
    return shortened(
      folded("retained by other occurrences", same)
        + folded("retained by another leak", held.filter { !isSame($0) }))
  }

  /// Returns a line for each other leak that is also freed when this finding is fixed.
  private func consequences() -> [String] {
    finding.consequences.map { leak in
      let types = leak.types.map(Escaping.line).joined(separator: ", ")
      let retained = leak.retained.map { types in
        ", which retains \(types.map(Escaping.line).joined(separator: ", "))"
      }
      return "also freed by this fix: another leak of \(types) ("
        + ReportVocabulary.counted(leak.objects, "object") + ")" + (retained ?? "")
    }
  }

  private func heldBy() -> [String] {
    finding.roots.isEmpty
      ? [] : ["retained by: " + finding.roots.map(Escaping.line).joined(separator: ", ")]
  }

  /// Returns the lines of a finding without a cycle, object by object. The first object is retained
  /// from outside the graph. An object without a location is listed by type at the end if it is a
  /// chain by itself.
  private func survivors() -> [String] {
    let trace = RetainedChain(of: graph)
    let root = finding.roots.map(Escaping.line).joined(separator: ", ")
    var lines: [String] = []
    var single: [Int] = []
    // A line with one object must not look like the end of the chain above it.
    var isBelowChain = false
    for (index, chain) in trace.chains.enumerated() {
      let first = graph.nodes[chain[0].node]
      if index > 0, chain.count == 1, first.location == nil, first.suspended == nil {
        single.append(chain[0].node)
        continue
      }
      if !finding.roots.isEmpty, index == 0 {
        lines.append(style.warning(root))
        if trace.task(of: graph) == nil {
          lines += finding.tasks.map { "  │" + description(of: $0) }
        }
        lines.append(Self.retains)
      }
      let isSeparate = chain.count > 1 || isBelowChain
      if index > 0, isSeparate, lines.last != Self.retains { lines.append("and") }
      isBelowChain = chain.count > 1
      for step in chain {
        if let reference = step.reference { lines.append("  │ " + description(of: reference)) }
        lines.append(name(of: step.node) + locationText(of: step.node))
      }
      if index == 0, finding.roots.isEmpty, trace.chains.count > 1, first.suspended != nil {
        lines.append(Self.retains)
      }
      if index == 0, trace.task(of: graph) != nil, !finding.roots.isEmpty {
        lines.append(style.warning("  ╰─ which is \(root)"))
      }
    }
    if !single.isEmpty { lines.append("also retained: " + tally(single)) }
    return shortened(lines + folded("also", trace.others) + otherOccurrences())
  }

  private func tally(_ nodes: [Int]) -> String {
    let types = nodes.map { graph.nodes[$0].type }.uniqued()
    let names = types.map { type in
      let alike = nodes.filter { graph.nodes[$0].type == type }
      let count = alike.map { graph.nodes[$0].count }.reduce(0, +)
      let name = Escaping.line(type)
      return count == 1 ? name : "\(ObjectGraph.Node.grouped(count)) × \(name)"
    }
    let shown = detail == .brief ? Array(names.prefix(Self.maxBrief)) : names
    let more = names.count - shown.count
    return shown.joined(separator: ", ")
      + (more > 0 ? " and \(ReportVocabulary.counted(more, "more type"))" : "")
  }

  /// Returns a line for each reference. References to break come first. References with equal text
  /// share one line, which contains their count.
  private func folded(_ prefix: String, _ references: [Int]) -> [String] {
    let sorted =
      references.filter(marked.contains) + references.filter { !marked.contains($0) }
    let lines = sorted.map { index in
      let reference = graph.references[index]
      return "\(name(of: reference.from)) ─▶ \(name(of: reference.to))  \(description(of: index))"
    }
    let counts = Dictionary(lines.map { ($0, 1) }, uniquingKeysWith: +)
    return lines.uniqued().map { line in
      let count = counts[line] ?? 1
      guard count > 1 else { return "\(prefix): \(line)" }
      return "\(prefix) \(ObjectGraph.Node.grouped(count)) times: \(line)"
    }
  }

  private func shortened(_ lines: [String]) -> [String] {
    let limit = detail == .brief ? Self.maxBrief : 2 * Self.maxSteps
    return lines.count <= limit
      ? lines
      : lines.prefix(limit) + ["… \(ReportVocabulary.counted(lines.count - limit, "more line"))"]
  }
}
