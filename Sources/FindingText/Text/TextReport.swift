package import Findings
import OwnershipGraph

/// A report for the terminal: a trace of each finding, and the result as the last line.
///
/// Three kinds of findings are listed without a trace, at most ten of each: further findings with
/// the same fix, expected findings, which are known leaks of tests, and, in the report of a
/// program, known leaks of the toolchain.
package struct TextReport: Sendable {
  private let report: LeakReport
  private let index: ReportIndex
  private let style: Style
  private let wrapping: LineWrapping?

  /// - Parameter width: The maximum number of characters in a line; `nil` for no limit. Drawings
  ///   and the last line are never wrapped.
  package init(of report: LeakReport, style: Style = .plain, width: Int? = nil) {
    self.report = report
    wrapping = width.map(LineWrapping.init)
    index = ReportIndex(report)
    self.style = style
  }

  /// Returns the whole text, which ends with a line feed.
  ///
  /// - Parameter duration: The duration of the run, such as `1.9 s`. Only the last line contains
  ///   it, because it differs from run to run.
  package func text(duration: String? = nil) -> String {
    var lines: [String] = []
    let findings = report.findings.filter { $0.status != .expected }
    let held = findings.filter { $0.rule == .heldByRuntime }
    // The report of a program lists findings in libraries separately. A matrix report does not,
    // because the matrix tests a library.
    let others = findings.filter { $0.rule != .heldByRuntime }
    let libraries = report.cells.isEmpty ? others.filter(ReportVocabulary.belongsToLibrary) : []
    lines += sections(for: others.filter { !libraries.contains($0) })
    lines += part(
      "in libraries, without objects of the program:",
      libraries.filter { !$0.isKnownLibraryLeak })
    let known = libraries.filter(\.isKnownLibraryLeak)
    lines += Self.few(
      known.map { compact("\(mark(of: $0)) \(ReportVocabulary.knownLibraryLeak)", $0) })
    if !known.isEmpty { lines.append("") }
    lines += part("retained by the runtime, which may still release them:", held)
    let controls = report.findings.filter { $0.status == .expected }
    lines += Self.few(controls.map { compact("\(style.success("◆")) control", $0) })
    lines += Self.few(cells(.fail, symbol: style.failure("✖"), word: "failed"))
    lines += Self.few(cells(.inconclusive, symbol: style.warning("?"), word: "inconclusive"))
    lines += mutants()
    lines.append(result(duration: duration))
    if let wrapping { lines = lines.dropLast().flatMap(wrapping.lines) + lines.suffix(1) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns a section for each class of findings (see ``FindingClass``): the first finding in
  /// full, and a line for each of the others, because the same change fixes them.
  private func sections(for findings: [Finding]) -> [String] {
    index.grouped(findings).flatMap { section(for: $0[0]) + sameFix($0.dropFirst()) + [""] }
  }

  /// Returns a line with the number of findings, and a line for each of the first ten.
  private func sameFix(_ findings: ArraySlice<Finding>) -> [String] {
    guard !findings.isEmpty else { return [] }
    return ["  the same fix for \(ReportVocabulary.counted(findings.count, "more finding")):"]
      + Self.few(findings.map { compact(mark(of: $0), $0) }).map { "    " + $0 }
  }

  /// Returns the sections of findings, preceded by a heading; an empty array if there are no
  /// findings.
  private func part(_ heading: String, _ findings: [Finding]) -> [String] {
    findings.isEmpty
      ? [] : [style.emphasis(heading), ""] + findings.flatMap { section(for: $0) + [""] }
  }

  /// Returns all lines about one finding. The output of `leakcheck explain` starts with them.
  package func section(for finding: Finding) -> [String] {
    let objects = ReportVocabulary.counted(finding.objectCount, "object")
    var lines = [
      "\(mark(of: finding)) \(style.emphasis(finding.rule.rawValue))  \(finding.fingerprint)   "
        + "\(objects), \(finding.bytes) bytes   "
        + "confidence: \(ReportVocabulary.confidenceDescription(of: finding))"
    ]
    switch finding.status {
    case .new: break
    case .known: lines.append("  known: it is in the baseline")
    case .accepted: lines.append("  \(ReportVocabulary.acceptance(of: finding))")
    case .expected: lines.append("  control: this leak must be found")
    }
    if let occurrences = ReportVocabulary.occurrences(of: finding) {
      lines.append("  \(occurrences)")
    }
    if let recurrence = finding.recurrence {
      lines.append("  \(ReportVocabulary.description(of: recurrence))")
    }
    if let cause = finding.cause {
      let summary = ReportVocabulary.summary(of: finding)
      lines.append("  \(style.emphasis(cause.rawValue)): \(summary)")
    }
    let advice = FindingAdvice(of: finding, in: index)
    lines += endings(advice.endings)
    let drawing = TraceDrawing(of: finding, style: style)
    lines += drawing.traceLines().map { "  " + $0 }
    if finding.status != .expected { lines.append("  fix: \(advice.fix)") }
    if let alternative = advice.alternative {
      lines.append("  or break: \(Escaping.line(alternative))")
    }
    lines += locations(advice)
    lines += drawing.furtherLines().map { "  " + $0 }
    if let execution = ExecutionText(of: finding)?.line { lines.append("  \(execution)") }
    lines += AllocationSites(of: finding).lines.map { "  " + style.faint($0) }
    for suspect in finding.suspects {
      lines.append("  suspect: \(suspect.location): \(Escaping.line(suspect.text))")
    }
    return lines
  }

  private func mark(of finding: Finding) -> String {
    let mark = ReportVocabulary.mark(of: finding, in: report)
    return switch report.severity(of: finding) {
    case .error: style.failure(mark)
    case .warning: style.warning(mark)
    case .note: style.success(mark)
    }
  }

  /// Returns a line with the locations to edit, and a line with the locations of other occurrences.
  /// If no location to edit is known, a single line contains all locations of the finding, such as
  /// those of allocations. If the finding has suspects, the result is empty.
  private func locations(_ advice: FindingAdvice) -> [String] {
    // Suspects are more precise than the finding's locations, which may be declarations of types.
    guard advice.finding.suspects.isEmpty else { return [] }
    let further = advice.finding.moreLocations
    let edits = advice.edits
    guard !edits.isEmpty else { return Self.line("near", advice.locations, further: further) }
    return Self.line("at", edits)
      + Self.line("other occurrences at", advice.otherOccurrences, further: further)
  }

  /// Returns a line with locations; an empty array if there are none.
  ///
  /// - Parameter further: The number of locations that are not listed.
  private static func line(
    _ start: String, _ locations: [SourceLocation], further: Int = 0
  ) -> [String] {
    guard !locations.isEmpty else { return [] }
    let shown = locations.map { Escaping.line($0.description) }.joined(separator: ", ")
    return ["  \(start) \(shown)" + (further > 0 ? " and \(further) more" : "")]
  }

  /// Returns a line that marks each ending: `✖` if the finding's objects remain after it, `✓` if
  /// they do not, `◆` for a control, and `–` if no cell shows it. If only some endings clear a
  /// reference, a sentence about the reference follows.
  private func endings(_ endings: FindingEndings) -> [String] {
    guard !endings.leftBy.isEmpty else { return [] }
    let marks =
      endings.cutBy.map {
        "\(Escaping.line($0.ending)) \($0.isApplicable ? style.success("✓") : "–")"
      }
      + endings.shownLeftBy.map { ending, isControl in
        return Escaping.line(ending) + " "
          + (isControl ? style.success("◆") + " (control)" : style.failure("✖"))
      }
    let sentence = endings.sentence(quoting: Escaping.line).map { ["  " + $0] } ?? []
    return ["  " + marks.joined(separator: "  ")] + sentence
  }

  /// Returns the first ten of many similar lines, followed by the number of further lines.
  private static func few(_ lines: [String]) -> [String] {
    let limit = 10
    return lines.count > limit ? lines.prefix(limit) + ["and \(lines.count - limit) more"] : lines
  }

  /// Returns a line about a finding, without a trace.
  private func compact(_ mark: String, _ finding: Finding) -> String {
    let types = ReportVocabulary.types(of: finding).map(Escaping.line)
    // Findings in a program have no matrix cells.
    let cells = finding.cells.count
    let seen = cells == 0 ? "" : "  in \(ReportVocabulary.counted(cells, "cell"))"
    return "\(mark)  \(finding.fingerprint)  \(finding.rule.rawValue)  "
      + types.joined(separator: ", ") + seen
  }

  /// Returns a text for each group of cells with a verdict: one line, and one for each suspect.
  /// Cells whose reason is not in a finding come first: those with failed checks and those without
  /// findings.
  private func cells(_ verdict: CellReport.Verdict, symbol: String, word: String) -> [String] {
    let cells = report.cells.filter { $0.verdict == verdict }
    let first = Set(report.cellsWithFurtherFailures.map(\.id))
    let ordered = cells.filter { first.contains($0.id) } + cells.filter { !first.contains($0.id) }
    return CellGroup.groups(of: ordered).map { group in
      let cell = group.first
      let suspects = cell.suspects.map { "\n  suspect: \($0.location): \(Escaping.line($0.text))" }
      let others = ReportVocabulary.others(of: group).map { "  \(Escaping.line($0))" } ?? ""
      return "\(symbol) \(word)  \(Escaping.line(cell.id))  \(Escaping.line(cell.reason))\(others)"
        + suspects.joined()
    }
  }

  private func mutants() -> [String] {
    guard !report.mutants.isEmpty else { return [] }
    let lines = report.mutants.map { mutant in
      let mark = mutant.isCaught ? style.success("✓ caught") : style.failure("✖ not caught")
      let endings = mutant.endings.map(Escaping.line).joined(separator: ", ")
      let remarks = [endings, Escaping.line(mutant.reason)].filter { !$0.isEmpty }.map { "  " + $0 }
      return "\(mark)  mutant \(Escaping.line(mutant.name))" + remarks.joined()
    }
    return lines + [ReportVocabulary.mutationScore(of: report.mutants)]
  }

  private func result(duration: String?) -> String {
    var text = "leakcheck: " + ReportVocabulary.result(of: report)
    if let duration { text += ", \(duration)" }
    switch report.summary.verdict {
    case .clean where !report.findings(.warning).isEmpty: return style.warning(text)
    case .clean: return style.success(text)
    case .leaking: return style.failure(text)
    case .inconclusive, .failed: return style.warning(text)
    }
  }
}
