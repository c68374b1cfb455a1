package import Findings

extension ReportVocabulary {
  /// Returns the result of a run on one line. It contains the number of matrix cells or, for a
  /// program, the number of objects. For the matrix, see ``matrixResult(of:)``.
  ///
  /// For a program, the line counts the listed findings, including those in the baseline. The
  /// number of findings in the baseline follows in parentheses: `2 leaked cycles (1 known)`.
  package static func result(of report: LeakReport) -> String {
    guard isProgram(report) else { return matrixResult(of: report) }
    if report.coverage.objects == 0, report.summary.verdict == .inconclusive {
      let obstacles = [report.coverage.rootObstacle, report.coverage.readObstacle]
      return
        (["no objects were examined, so leaks cannot be ruled out"]
        + obstacles.compactMap { $0.map(Escaping.line) }).joined(separator: "; ")
    }
    let findings = report.findings.filter { $0.status != .expected && !$0.isKnownLibraryLeak }
    let cycles = findings.filter(\.rule.isCycle)
    var parts = [counted(cycles.count, "leaked cycle") + remarks([known(cycles)])]
    let libraries = report.findings.count(where: \.isKnownLibraryLeak)
    let overRetained = findings.filter { $0.rule == .overRetained }
    if !overRetained.isEmpty {
      parts.append(
        counted(overRetained.count, "finding") + " about over-retained objects"
          + remarks([known(overRetained)]))
    }
    if let retained = retainedByRuntime(in: report) { parts.append(retained) }
    if let inUse = inUseByThreads(in: report) { parts.append(inUse) }
    if libraries > 0 {
      parts.append("\(counted(libraries, "known leak")) of the toolchain")
    }
    if let suppressed = report.summary.suppressedFindings {
      parts.append("\(suppressed) suppressed")
    }
    parts.append(counted(report.coverage.objects, "object") + " examined")
    if report.coverage.hasSearchedRoots == false {
      let obstacle = Escaping.line(
        report.coverage.rootObstacle ?? "the program's threads kept running")
      parts.append(
        "using reference counts alone, because \(obstacle) and roots could not "
          + "be searched")
    } else if let obstacle = report.coverage.rootObstacle {
      parts.append(Escaping.line(obstacle))
    } else if report.coverage.readObstacle == nil, report.summary.isIncomplete == true {
      parts.append("another program could not be examined")
    }
    if let obstacle = report.coverage.readObstacle { parts.append(Escaping.line(obstacle)) }
    return parts.joined(separator: ", ")
  }

  /// Returns the number of cycles that are not reported because a thread may have been using them:
  /// `1 cycle not reported, because a running thread may have been using it`. Returns `nil` if there
  /// are none.
  private static func inUseByThreads(in report: LeakReport) -> String? {
    guard let cycles = report.coverage.cyclesInUse, cycles > 0 else { return nil }
    return counted(cycles, "cycle") + " not reported, because a running thread may have been using "
      + (cycles == 1 ? "it" : "them")
  }

  /// Returns the number of findings that are in the baseline: `2 known`. Returns `nil` if there are
  /// none.
  package static func known(_ findings: [Finding]) -> String? {
    let known = findings.count { [.known, .accepted].contains($0.status) }
    return known > 0 ? "\(known) known" : nil
  }

  /// Returns remarks in parentheses, preceded by a space; an empty text if there are none.
  package static func remarks(_ remarks: [String?]) -> String {
    let remarks = remarks.compactMap { $0 }
    return remarks.isEmpty ? "" : " (\(remarks.joined(separator: "; ")))"
  }

  /// Returns how often a leak occurred, and the number and size of the objects of all occurrences:
  /// `seen 50 times, shown once: 50 objects, 4,000 bytes in all`. Returns `nil` if the leak
  /// occurred only once.
  package static func occurrences(of finding: Finding) -> String? {
    guard finding.occurrences > 1 else { return nil }
    let total = finding.total
    return "seen \(finding.occurrences) times, shown once: \(grouped(total.objects)) objects, "
      + "\(grouped(total.bytes)) bytes in all"
  }

  /// Returns a sentence about the program's failure, or about the failures of several programs;
  /// `nil` if none failed.
  package static func failure(of report: LeakReport) -> String? {
    guard let program = report.program, let failure = program.failure else { return nil }
    let article = program.names.count > 1 ? "A" : "The"
    return "\(article) program failed: \(Escaping.line(failure))"
  }

  /// Returns the number of findings whose objects only the runtime retains; `nil` if there are
  /// none. If these findings do not make the CI gate fail, but would do so with another option, the
  /// text names that option: `2 findings about objects that only the runtime retains (fail the run
  /// only with --fail-on held or all)`.
  private static func retainedByRuntime(in report: LeakReport) -> String? {
    let held = report.findings.filter { $0.rule == .heldByRuntime && $0.status != .expected }
    guard !held.isEmpty else { return nil }
    let isGated = held.contains { report.severity(of: $0) == .error }
    let canBeGated = held.contains(where: FailOn.held.gates)
    let verb = held.count == 1 ? "fails" : "fail"
    let advice = canBeGated && !isGated ? "\(verb) the run only with --fail-on held or all" : nil
    return counted(held.count, "finding") + " about objects that only the runtime retains"
      + remarks([known(held), advice])
  }

  /// Returns whether the report is about a program rather than the matrix.
  package static func isProgram(_ report: LeakReport) -> Bool {
    report.program != nil || report.cells.isEmpty && report.isSelective == nil
  }

  /// Returns the verdict, preceded by its mark: `✖ leaking`, `! passed with 2 warnings`. If a
  /// program failed, the verdict is never clean: `✖ the program failed`. If a search was
  /// incomplete, the verdict states this: `✖ leaking, incomplete: there may be further leaks`. The
  /// verdict of a matrix run that failed contains the numbers of failures.
  package static func verdict(of report: LeakReport) -> String {
    let warnings = report.findings(.warning).count
    switch report.summary.verdict {
    case .leaking where report.summary.isIncomplete == true:
      return "✖ leaking, incomplete: there may be further leaks"
    case .leaking where !isProgram(report): return "✖ \(failures(in: report))"
    case .leaking: return "✖ leaking"
    case .inconclusive: return "? inconclusive"
    case .failed:
      return (report.program?.names.count ?? 0) > 1 ? "✖ a program failed" : "✖ the program failed"
    case .clean where warnings > 0: return "! passed with \(counted(warnings, "warning"))"
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

  /// The words for a finding that only the authors of a library in the toolchain can fix.
  package static let knownLibraryLeak = "known leak of the toolchain"

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
      case .new: knownLibraryLeak
      }
    }
  }

  /// Returns the quoted names of endings as a list in a sentence. The list contains `a missing
  /// ending` in place of `none`, which would read as a pronoun.
  package static func names(
    ofEndings endings: [String], startsSentence: Bool = false, quoting quote: (String) -> String
  ) -> String {
    let names = list(endings.map { $0 == "none" ? "a missing ending" : quote($0) })
    return startsSentence && endings.first == "none" ? "A" + names.dropFirst() : names
  }

  /// Returns a description of a finding on one line: `completion leaves SinkDisposer ⇄
  /// AnonymousObservableSink`.
  package static func headline(
    of finding: Finding, in index: ReportIndex, quoting quote: (String) -> String = { $0 }
  ) -> String {
    let left = index.endings(of: finding).shownFaulty
    let title = quote(Escaping.line(finding.title))
    if !left.isEmpty {
      return names(ofEndings: left, startsSentence: true, quoting: quote)
        + " \(left.count == 1 ? "leaves" : "leave") \(title)"
    }
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
