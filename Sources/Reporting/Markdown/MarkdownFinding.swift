import Findings

/// The section about one finding: the endings of a subscription after which the leak remains, what
/// to change and where, the trace, and a picture.
struct MarkdownFinding {
  /// Wraps text at the maximum width that GitHub shows without scrolling.
  private static let wrapping = LineWrapping(width: 100)

  let finding: Finding
  let index: ReportIndex
  let pictures: MarkdownPictures
  /// A Boolean value indicating whether the section is a page of its own in `graphs/`.
  var isPage = false
  private var report: LeakReport { index.report }

  var lines: [String] {
    let advice = FindingAdvice(of: finding, in: index)
    let lines =
      heading + outcome(advice) + actions(advice) + trace + picture + sequence
      + MarkdownClass(index.findingClass(of: finding), index: index, isPage: isPage, pictures).lines
    // Each part ends with an empty line. The last one is removed.
    return lines.last == "" ? lines.dropLast() : lines
  }

  private var heading: [String] {
    let mark = ReportVocabulary.mark(of: finding, in: report)
    let headline = ReportVocabulary.headline(of: finding, in: index, quoting: Escaping.code)
    // An expected finding (a test's known leak) represents its class, so its own number of objects
    // is omitted.
    let counted =
      finding.status == .expected
      ? nil
      : "\(ReportVocabulary.counted(finding.objectCount, "object")), \(finding.bytes) bytes"
    let name = "**\(ReportVocabulary.causeName(of: finding))**"
    let facts = [
      counted == nil ? name : "\(name) \(Escaping.code(finding.fingerprint))", counted,
      counted == nil ? nil : ReportVocabulary.occurrences(of: finding),
      "confidence: \(confidence)", status,
    ]
    return (isPage ? [] : ["<a id=\"\(index.anchor(of: finding))\"></a>", ""]) + [
      "\(isPage ? "#" : "##") \(mark) \(headline)", "",
      facts.compactMap { $0 }.joined(separator: " · "), "",
    ]
  }

  /// The confidence. For an expected finding, the number of objects that a trial freed is omitted,
  /// like its number of objects.
  private var confidence: String {
    finding.status == .expected
      ? finding.confidence.rawValue : ReportVocabulary.confidenceDescription(of: finding)
  }

  private var status: String? {
    let word =
      finding.status == .accepted
      ? Escaping.markdown(ReportVocabulary.acceptance(of: finding))
      : ReportVocabulary.word(for: finding, in: report)
    let growth = finding.recurrence.map { ReportVocabulary.description(of: $0) }
    return [word, growth].compactMap { $0 }.joined(separator: " · ")
  }

  /// Returns a line that states for each ending whether the finding remains after that ending. If
  /// only some endings cut references of the cycle, a sentence about these references follows.
  private func outcome(_ advice: FindingAdvice) -> [String] {
    let endings = advice.endings
    guard !endings.leftBy.isEmpty else { return [] }
    let marks =
      endings.cutBy.map { "\($0.isApplicable ? "✓" : "–") \(Escaping.code($0.ending))" }
      + endings.shownLeftBy.map { ending, isControl in
        isControl ? "◆ \(Escaping.code(ending)) (control)" : "✖ \(Escaping.code(ending))"
      }
    let sentence =
      finding.status == .expected
      ? [] : endings.sentence(quoting: Escaping.code).map { [$0, ""] } ?? []
    return [marks.joined(separator: " · "), ""] + sentence
  }

  private func actions(_ advice: FindingAdvice) -> [String] {
    // A test's known leak needs no fix. Its page shows the fix for other code that leaks in the
    // same way.
    guard finding.status != .expected || isPage else { return [] }
    var lines = ["- **why**: \(Escaping.markdown(advice.summary))"]
    lines.append("- **fix**: \(Escaping.sentence(advice.fix))")
    lines += advice.breaks.prefix(3).map {
      "- **break**: \(Escaping.code($0.reference)) (\(Escaping.code($0.advice)))"
    }
    if let alternative = advice.alternative {
      lines.append("- **or break**: \(Escaping.code(alternative))")
    }
    // The text contains the numbers of objects and bytes, which an expected finding omits.
    if finding.status != .expected, let execution = ExecutionText(of: finding)?.line {
      lines.append("- **execution**: \(Escaping.markdown(execution))")
    }
    let suspects = finding.suspects.map {
      "\(Escaping.code($0.location)) (\(Escaping.code($0.text)))"
    }
    if !suspects.isEmpty { lines.append("- **suspects**: \(suspects.joined(separator: ", "))") }
    // The locations may be declarations of types. They are omitted if there are suspects, because
    // suspects are more precise.
    let edits = advice.edits
    let locations = (edits.isEmpty ? advice.locations : edits).prefix(5)
      .map { Escaping.code($0.description) }
    if suspects.isEmpty, !locations.isEmpty {
      lines.append(
        "- **\(edits.isEmpty ? "see" : "edit")**: \(locations.joined(separator: ", "))")
    }
    if let command = index.cells.reproduction(of: finding, in: report) {
      lines.append("- **reproduce**: \(Escaping.code(command))")
    }
    return lines + [""]
  }

  private var trace: [String] {
    let drawing =
      TraceDrawing(of: finding, detail: isPage ? .detailed : nil).lines()
      + AllocationSites(of: finding).lines
    return Escaping.fenced(drawing.flatMap(Self.wrapping.lines), language: "text") + [""]
  }

  private var picture: [String] {
    let diagram = MermaidGraph(of: finding).lines
    guard pictures == .files else {
      return MarkdownText.folded("Graph", diagram) + [""]
    }
    let name = (isPage ? "" : "graphs/") + index.name(of: finding)
    return [
      "[![\(Escaping.markdown(finding.title))](\(name).svg)](\(name).svg)", "",
      "[DOT](\(name).dot)", "",
    ]
  }

  private var sequence: [String] {
    guard finding.status != .expected else { return [] }
    let lines = SequenceDiagram(of: finding, in: index)?.mermaid ?? []
    return lines.isEmpty
      ? [] : MarkdownText.folded("The same as a sequence of calls", lines) + [""]
  }
}
