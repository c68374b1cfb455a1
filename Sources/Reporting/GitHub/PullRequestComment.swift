import OwnershipGraph

/// The comment on a pull request: in ten seconds how many are new, where, which
/// ending leaves them, what to change, how to see it again.
struct PullRequestComment {
  /// By this a workflow finds its earlier comment, to write over it.
  static let marker = "<!-- leakcheck -->"
  /// GitHub refuses comments of more than 65,536 characters.
  private static let mostBytes = 60_000
  private static let mostRows = 10

  let report: LeakReport
  private var new: [Finding] { report.findings.filter { $0.status == .new } }

  var text: String {
    var lines = [Self.marker, "### leakcheck: \(headline)", ""]
    if !new.isEmpty { lines += table + [""] }
    lines += notes
    lines += reproduction
    var text = lines.joined(separator: "\n") + "\n"
    for finding in new.prefix(Self.mostRows) {
      let section = "\n" + trace(of: finding).joined(separator: "\n") + "\n"
      guard text.utf8.count + section.utf8.count <= Self.mostBytes else { break }
      text += section
    }
    return text
  }

  private var headline: String {
    let known = report.findings.count { $0.status == .known || $0.status == .accepted }
    let knownWords = known > 0 ? ", \(known) known" : ""
    switch report.summary.verdict {
    case .clean: return "✓ nothing leaks (0 new\(knownWords), \(coverage))"
    case .leaking:
      return "✖ \(ReportVocabulary.counted(new.count, "new finding"))\(knownWords) (\(coverage))"
    case .inconclusive:
      return "? inconclusive, which is not green (\(new.count) new\(knownWords), \(coverage))"
    }
  }

  private var coverage: String {
    ReportVocabulary.counted(report.summary.cells, "cell")
      + ", \(report.summary.controlsSeen)/\(report.summary.controlsExpected) controls seen"
  }

  private var table: [String] {
    var lines = ["| what | where | left by | change |", "| --- | --- | --- | --- |"]
    for finding in new.prefix(Self.mostRows) {
      let types = ReportVocabulary.types(of: finding).prefix(3).map(short).joined(separator: ", ")
      let endings = ReportVocabulary.endingsLeaving(finding, in: report).map(short)
      let columns = [
        "**\(ReportVocabulary.causeName(of: finding))**<br>\(types)",
        finding.locations.first.map { short($0.description) } ?? "–",
        endings.isEmpty ? "–" : endings.joined(separator: ", "), change(for: finding),
      ]
      lines.append("| " + columns.joined(separator: " | ") + " |")
    }
    if new.count > Self.mostRows {
      lines += ["", "… and \(new.count - Self.mostRows) more new findings."]
    }
    return lines
  }

  /// The one reference to change, and how.
  private func change(for finding: Finding) -> String {
    guard let index = finding.advisedBreaks.first else {
      return Escaping.markdown(ReportVocabulary.remedy(for: finding))
    }
    let reference = finding.graph.references[index]
    let more = finding.advisedBreaks.count - 1
    return short(ReportVocabulary.advice(for: index, in: finding)) + " at "
      + short("\(finding.graph.nodes[reference.from].type) . \(reference.label)")
      + (more > 0 ? " and \(ReportVocabulary.counted(more, "more reference"))" : "")
      + "<br>\(Escaping.markdown(ReportVocabulary.remedy(for: finding)))"
  }

  /// What else keeps the gate from being green.
  private var notes: [String] {
    var lines: [String] = []
    let doubtful = report.cells.filter { $0.verdict == .inconclusive }
    if let first = doubtful.first {
      lines.append(
        "? \(ReportVocabulary.counted(doubtful.count, "cell")) could not be judged, the first:"
          + " \(short(first.id)) \(short(first.reason))")
    }
    let missed = report.mutants.count { !$0.isCaught }
    if missed > 0 {
      lines.append("✖ \(missed) of \(report.mutants.count) planted mistakes were not caught.")
    }
    return lines.isEmpty ? [] : lines.flatMap { [$0, ""] }
  }

  private var reproduction: [String] {
    var commands = new.prefix(3).compactMap { ReportVocabulary.reproduction(of: $0, in: report) }
      .uniqued()
    if commands.isEmpty { commands = [Escaping.line(report.reproduce)] }
    return ["To reproduce:", ""] + Escaping.fenced(commands, language: "sh")
  }

  private func trace(of finding: Finding) -> [String] {
    [
      "<details><summary>\(ReportVocabulary.causeName(of: finding)) \(finding.fingerprint)</summary>",
      "",
    ] + Escaping.fenced(TraceDrawing(of: finding).lines(), language: "text") + ["", "</details>"]
  }

  /// Inline code that does not fill the table with one generic type.
  private func short(_ text: String) -> String {
    Escaping.code(text.count > 160 ? text.prefix(159) + "…" : text)
  }
}
