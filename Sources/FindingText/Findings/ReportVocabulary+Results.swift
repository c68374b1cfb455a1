package import Findings

extension ReportVocabulary {
  /// Returns the result of a run on one line. It contains the number of matrix cells or, for a
  /// program, the number of objects.
  package static func result(of report: LeakReport) -> String {
    guard isProgram(report) else { return result(of: report.summary) }
    if report.coverage.objects == 0, report.summary.verdict == .inconclusive {
      return "no object was recorded, so nothing is known"
    }
    var parts = [counted(report.summary.unexpectedCycles, "leaked cycle")]
    let known = report.findings.count(where: \.isKnownLibraryLeak)
    let overRetained = report.findings.count { $0.rule == .overRetained && !$0.isKnownLibraryLeak }
    if overRetained > 0 { parts.append("\(overRetained) over-retained") }
    if let retained = retainedByRuntime(in: report) { parts.append(retained) }
    if known > 0 { parts.append("\(known) known in the toolchain's libraries") }
    parts.append(counted(report.coverage.objects, "object") + " examined")
    if report.coverage.hasSearchedRoots == false {
      let obstacle = Escaping.line(report.coverage.rootObstacle ?? "its threads kept running")
      parts.append("by reference counts alone: \(obstacle), so no roots were searched")
    } else if let obstacle = report.coverage.rootObstacle {
      parts.append(Escaping.line(obstacle))
    }
    return parts.joined(separator: ", ")
  }

  /// Returns a sentence about the program's failure; `nil` if it did not fail.
  package static func failure(of report: LeakReport) -> String? {
    report.program?.failure.map { "The program failed: \(Escaping.line($0))" }
  }

  /// Returns the number of findings whose objects only the runtime retains; `nil` if there are
  /// none. If these findings do not make the CI gate fail, the text names the option that changes
  /// this: `2 retained by the runtime (not gated; gate with --fail-on held)`.
  private static func retainedByRuntime(in report: LeakReport) -> String? {
    let held = report.findings.filter { $0.rule == .heldByRuntime && $0.status != .expected }
    guard !held.isEmpty else { return nil }
    let isGated = held.contains { report.severity(of: $0) == .error }
    return "\(held.count) retained by the runtime"
      + (isGated ? "" : " (not gated; gate with --fail-on held)")
  }

  /// Returns whether the report is about a program rather than the scenario matrix.
  package static func isProgram(_ report: LeakReport) -> Bool {
    report.program != nil || (report.cells.isEmpty && report.reproduce.hasPrefix("leakcheck exec"))
  }

  /// Returns the last line of a matrix run: `0 unexpected cycles, 41/41 controls seen, 312 cells`.
  package static func result(of summary: LeakReport.Summary) -> String {
    var parts = [
      counted(summary.unexpectedCycles, "unexpected cycle"),
      "\(summary.controlsSeen)/\(summary.controlsExpected) controls seen",
    ]
    if summary.knownCells > 0 { parts.append("\(summary.knownCells) known") }
    if summary.failedCells > 0 { parts.append("\(summary.failedCells) failed") }
    if summary.inconclusiveCells > 0 { parts.append("\(summary.inconclusiveCells) inconclusive") }
    parts.append(counted(summary.cells, "cell"))
    return parts.joined(separator: ", ")
  }

  /// Returns the verdict, preceded by its mark: `✖ leaking`, `! not gated: 2 warnings`.
  package static func verdict(of report: LeakReport) -> String {
    let warnings = report.findings(.warning).count
    switch report.summary.verdict {
    case .leaking: return "✖ leaking"
    case .inconclusive: return "? inconclusive"
    case .clean where warnings > 0: return "! not gated: \(counted(warnings, "warning"))"
    case .clean: return "✓ clean"
    }
  }

  /// Returns the mark that shows a finding's severity. The mark of a note also shows whether the
  /// finding is expected, which means that it is a test's known leak.
  package static func mark(of finding: Finding, in report: LeakReport) -> String {
    switch report.severity(of: finding) {
    case .error: "✖"
    case .warning: "!"
    case .note: finding.status == .expected ? "◆" : "•"
    }
  }

  /// Returns the word that is printed with the mark of a finding, such as `error` or `control`; see
  /// ``mark(of:in:)``.
  package static func word(for finding: Finding, in report: LeakReport) -> String {
    switch report.severity(of: finding) {
    case .error: "error"
    case .warning: "warning"
    case .note:
      switch finding.status {
      case .expected: "control"
      case .accepted: "accepted"
      case .known: "known"
      case .new: "known in a library"
      }
    }
  }

  /// Returns a description of a finding on one line: `completion leaves SinkDisposer ⇄
  /// AnonymousObservableSink`.
  package static func headline(
    of finding: Finding, in index: ReportIndex, quoting quote: (String) -> String = { $0 }
  ) -> String {
    let left = index.endings(of: finding).shownFaulty.map(quote)
    let title = quote(Escaping.line(finding.title))
    if !left.isEmpty { return "\(list(left)) \(left.count == 1 ? "leaves" : "leave") \(title)" }
    switch finding.rule {
    case .heldByRuntime: return "\(title) retained by \(finding.roots.joined(separator: ", "))"
    case .overRetained: return "\(title) over-retained"
    case .heldAfterEnding: return "\(title) retained by \(finding.roots.joined(separator: ", "))"
    case .unexplainedOwner: return "\(title) retained by an unknown owner"
    case .controlNotSeen: return "a control was not seen"
    case .retainCycle, .closureCaptureCycle, .selfCycle: return "leaked cycle: \(title)"
    }
  }
}
