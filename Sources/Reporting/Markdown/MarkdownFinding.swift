import OwnershipGraph

/// One finding's section: the trace, the endings, what to break, a picture.
struct MarkdownFinding {
  private static let mostCells = 8

  let finding: Finding
  let report: LeakReport
  private var graph: ObjectGraph { finding.graph }

  /// What GitHub makes of the section's heading, for links to it.
  static func anchor(of finding: Finding) -> String {
    heading(of: finding).lowercased().replacing(" ", with: "-")
      .filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
  }

  private static func heading(of finding: Finding) -> String {
    "\(finding.rule.rawValue) \(finding.fingerprint)"
  }

  var lines: [String] {
    let objects = ReportVocabulary.counted(finding.objectCount, "object")
    var lines = [
      "### \(Self.heading(of: finding))", "",
      "\(objects), \(finding.bytes) bytes · confidence: \(ReportVocabulary.words(for: finding.confidence))"
        + " · status: \(status)",
      "",
    ]
    if let cause = finding.cause {
      lines += ["**\(cause.rawValue)**: \(Escaping.markdown(cause.summary))", ""]
    }
    let drawing = TraceDrawing(of: finding).lines() + AllocationPlaces(of: finding).lines
    lines += Escaping.fenced(drawing, language: "text") + [""]
    lines += endings() + instead() + breaks() + execution() + places() + seen()
    lines += MermaidGraph(graph: graph, breaking: finding.advisedBreaks).lines
    lines.append("")
    lines.append(
      "Graph: [`\(DOTFormat.path(for: finding.fingerprint))`](\(DOTFormat.path(for: finding.fingerprint)))"
    )
    return lines
  }

  private var status: String {
    let status =
      finding.status == .accepted
      ? Escaping.markdown(ReportVocabulary.acceptance(of: finding)) : finding.status.rawValue
    return status + (finding.recurrence.map { " · \(ReportVocabulary.words(for: $0))" } ?? "")
  }

  private func endings() -> [String] {
    let outcomes = ReportVocabulary.outcomes(of: finding, in: report)
    guard !outcomes.isEmpty else { return [] }
    func list(_ isLeft: Bool) -> String {
      let names = outcomes.filter { $0.isLeft == isLeft }.map { Escaping.code($0.ending) }
      return names.isEmpty ? "none of them" : names.joined(separator: ", ")
    }
    return ["- ✖ left by: \(list(true))", "- ✓ not left by: \(list(false))"]
  }

  private func instead() -> [String] {
    guard let cause = finding.cause, finding.status != .expected else { return [] }
    return ["- instead: \(Escaping.markdown(cause.instead))"]
  }

  private func breaks() -> [String] {
    func list(_ indices: [Int]) -> String {
      indices.map { index in
        let reference = graph.references[index]
        return Escaping.code(ReportVocabulary.name(of: reference, in: graph))
          + " (\(Escaping.markdown(ReportVocabulary.advice(for: index, in: finding))))"
      }.joined(separator: "; ")
    }
    var lines: [String] = []
    if !finding.hostBreakSet.isEmpty {
      lines.append("- break in the program: \(list(finding.hostBreakSet))")
    }
    if !finding.breakSet.isEmpty, finding.breakSet != finding.hostBreakSet {
      let proof = finding.isBreakSetProvenSmallest ? "" : " (not proven to be the fewest)"
      lines.append("- fewest references that leave no cycle\(proof): \(list(finding.breakSet))")
    }
    return lines
  }

  private func execution() -> [String] {
    ExecutionText(of: finding).map { ["- " + Escaping.markdown($0.line)] } ?? []
  }

  private func places() -> [String] {
    finding.locations.isEmpty
      ? []
      : ["- at: " + finding.locations.map { Escaping.code($0.description) }.joined(separator: ", ")]
  }

  private func seen() -> [String] {
    guard !finding.cells.isEmpty else { return [""] }
    let shown = finding.cells.prefix(Self.mostCells).map(Escaping.code).joined(separator: ", ")
    let more = finding.cells.count - Self.mostCells
    return [
      "- seen in \(ReportVocabulary.counted(finding.cells.count, "cell")): \(shown)"
        + (more > 0 ? " and \(more) more" : ""),
      "",
    ]
  }
}
