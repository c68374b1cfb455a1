import Findings

/// The first part of the Markdown report, the job summary and the pull request comment. For each
/// finding that needs action, it shows the endings after which the leak remains, the reason, the
/// source location, and the change to make.
struct FirstScreen {
  /// The first characters of every first screen. The program recognizes its own files by these
  /// characters.
  static let opening = "# leakcheck: "

  let index: ReportIndex
  let pictures: MarkdownPictures
  /// The maximum number of findings that are shown in full. Each of the others is shown on one
  /// line.
  var maxInFull = 5
  private var report: LeakReport { index.report }

  /// The sections, each as lines, in order.
  var parts: [[String]] {
    [head] + unexpected + [doubts, endings, core].filter { !$0.isEmpty }
  }

  /// The heading and the counts.
  private var head: [String] {
    var lines = [Self.opening + ReportVocabulary.verdict(of: report), "", figures]
    if let program = report.program {
      lines += [
        "",
        "\(Escaping.code(program.name)), examined \(Escaping.markdown(program.moment))"
          + " · \(Escaping.code(report.reproduce))",
      ]
    }
    if let failure = ReportVocabulary.failure(of: report) {
      lines += ["", "**\(Escaping.markdown(failure))**"]
    }
    return lines
  }

  private var figures: String {
    guard !ReportVocabulary.isProgram(report) else {
      return "**\(Escaping.markdown(ReportVocabulary.result(of: report)))**"
    }
    let summary = report.summary
    // A missing control is not counted: it makes the run inconclusive, and the number of controls
    // shows this.
    let errors = report.findings(.error).filter { $0.rule != .controlNotSeen }
    let others = report.findings.filter { report.severity(of: $0) != .error }
    var parts = [
      "**\(ReportVocabulary.counted(errors.count, "finding")) "
        + "\(errors.count == 1 ? "fails" : "fail") the run**"
        + ReportVocabulary.remarks([ReportVocabulary.known(errors)])
    ]
    let warnings = report.findings(.warning).count
    if warnings > 0 { parts.append(ReportVocabulary.counted(warnings, "warning")) }
    if let known = ReportVocabulary.known(others) { parts.append(known) }
    parts.append("\(summary.controlsSeen)/\(summary.controlsExpected) controls")
    if !report.mutants.isEmpty {
      parts.append("\(report.mutants.count(where: \.isCaught))/\(report.mutants.count) mutants")
    }
    parts.append(ReportVocabulary.counted(summary.cells, "cell", grouped: true))
    return parts.joined(separator: " · ")
  }

  /// The findings that need action, most severe first. Findings with the same mistake are shown
  /// together.
  private var unexpected: [[String]] {
    let classes = index.classes.map(\.first)
    let findings = [Severity.error, .warning].flatMap { severity in
      classes.filter { report.severity(of: $0) == severity }
    }
    let shown = findings.prefix(maxInFull)
    var parts = shown.map {
      MarkdownFinding(finding: $0, index: index, pictures: pictures).lines
    }
    let rest = findings.dropFirst(maxInFull)
    if !rest.isEmpty {
      let limit = 40
      parts.append(
        ["**\(ReportVocabulary.counted(rest.count, "more finding")):**", ""]
          + rest.prefix(limit).map(line)
          + (rest.count > limit ? ["- … and \(rest.count - limit) more"] : []))
    }
    return parts
  }

  private func line(for finding: Finding) -> String {
    let headline = ReportVocabulary.headline(of: finding, in: index, quoting: Escaping.code)
    let location = FindingAdvice(of: finding, in: index).locations.first.map {
      " at \(Escaping.code($0.description))"
    }
    let link =
      pictures == .files ? " → [trace](\(index.path(of: finding, "md")))" : ""
    return "- \(ReportVocabulary.mark(of: finding, in: report)) \(headline)\(location ?? "")\(link)"
  }

  /// The other reasons why a CI run fails: inconclusive matrix cells, cells that failed without a
  /// finding or with a failed check, and mutants that were not caught.
  private var doubts: [String] {
    var lines: [String] = []
    let inconclusive = report.cells.filter { $0.verdict == .inconclusive }
    lines += inconclusive.prefix(5).map {
      "- ? inconclusive: \(Escaping.code($0.id)) \(Escaping.markdown($0.reason))"
    }
    if inconclusive.count > 5 {
      let more = ReportVocabulary.counted(inconclusive.count - 5, "more cell")
      lines.append("- ? inconclusive: \(more)")
    }
    let failed = CellGroup.groups(of: report.cellsWithFurtherFailures)
    lines += failed.prefix(5).map { group in
      let cell = group.first
      let suspects = cell.suspects.map { Escaping.code("\($0.location) \($0.text)") }
      return "- ✖ failed: \(Escaping.code(cell.id)) \(Escaping.markdown(cell.reason))"
        + (ReportVocabulary.others(of: group).map { " \(Escaping.markdown($0))" } ?? "")
        + (suspects.isEmpty ? "" : "; suspect: \(suspects.joined(separator: ", "))")
    }
    let more = failed.dropFirst(5).reduce(0) { $0 + 1 + $1.others }
    if more > 0 { lines.append("- ✖ failed: \(ReportVocabulary.counted(more, "more cell"))") }
    lines += report.mutants.filter { !$0.isCaught }.prefix(10).map {
      "- ✖ not caught: mutant \(Escaping.code($0.name))"
        + ($0.reason.isEmpty ? "" : ": \(Escaping.markdown($0.reason))")
    }
    return lines
  }

  private var endings: [String] {
    let summary = EndingSummary(index)
    guard !summary.rows.isEmpty else { return [] }
    let title = summary.core.map { Escaping.code($0.finding.title) }
    var lines = [
      "| ending | cells | left a cycle | retained |" + (title.map { " \($0) |" } ?? ""),
      "| --- | ---: | --- | --- |" + (title == nil ? "" : " --- |"),
    ]
    var previous: [FindingEndings.Slot] = []
    for row in summary.rows {
      let retained =
        emphasized(row.retained)
        + (row.retained.roots.isEmpty || row.retained.roots.count > 2
          ? "" : " (by \(row.retained.roots.map(Escaping.markdown).joined(separator: ", ")))")
      var columns = [
        Escaping.markdown(row.title) + (row.isControl ? " (control)" : ""),
        ReportVocabulary.grouped(row.cells), emphasized(row.cycles), retained,
      ]
      if let core = summary.core { columns.append(words(for: row, core, after: previous)) }
      previous = row.cuts
      lines.append("| " + columns.joined(separator: " | ") + " |")
    }
    return lines
  }

  private func emphasized(_ count: EndingSummary.Count) -> String {
    count.unexpected > 0 ? "**✖ \(count.words)**" : count.words
  }

  private func words(
    for row: EndingSummary.Row, _ core: CoreCycle, after previous: [FindingEndings.Slot]
  ) -> String {
    if row.coreAlive > 0 {
      let links =
        pictures == .files
        ? " → [trace](\(index.path(of: core.finding, "md"))) · [graph](\(index.path(of: core.finding, "svg")))"
        : ""
      return "**ALIVE** in \(ReportVocabulary.counted(row.coreAlive, "cell"))\(links)"
    }
    if row.cuts.isEmpty { return "–" }
    return row.cuts == previous ? "cuts the same" : "cuts \(Self.slots(row.cuts))"
  }

  /// Returns up to three references: `` `SinkDisposer.sink`, `.subscription` ``.
  private static func slots(_ slots: [FindingEndings.Slot]) -> String {
    var type = ""
    let shown = slots.prefix(3).map { slot in
      defer { type = slot.type }
      return Escaping.code(slot.type == type ? ".\(slot.label)" : slot.description)
    }
    return shown.joined(separator: ", ") + (slots.count > 3 ? ", …" : "")
  }

  /// The section about the core cycle (see `CoreCycle`); empty if there is none, or if a finding is
  /// an error.
  private var core: [String] {
    guard let core = index.core, report.findings(.error).isEmpty else { return [] }
    return CoreCycleSection(core: core, index: index, pictures: pictures).lines
  }
}

extension ReportVocabulary {
  static func counted(_ count: Int, _ noun: String, grouped isGrouped: Bool) -> String {
    isGrouped ? "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")" : counted(count, noun)
  }
}
