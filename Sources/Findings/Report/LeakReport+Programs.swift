import OwnershipGraph

extension LeakReport {
  /// Creates one report on several programs, which contains the findings of all of them.
  ///
  /// - Parameters:
  ///   - reports: The reports on the programs, at least one.
  ///   - isComplete: `false` if a further program could not be examined. The joined report is then
  ///     never clean.
  /// - Complexity: O(*f*) for *f* findings in all reports.
  package init(joiningPrograms reports: [LeakReport], isComplete: Bool) {
    self = reports[0]
    var distinct = DistinctFindings()
    for finding in reports.flatMap(\.findings) {
      distinct.add(finding) { known, finding in known.add(occurrencesOf: finding) }
    }
    findings = distinct.findings
    coverage = Coverage()
    for report in reports { coverage += report.coverage }
    summary = reports.dropFirst().reduce(into: summary) { $0.add($1.summary) }
    // Several programs may contain the same finding, which is listed once.
    countUnexpectedCycles()
    if !isComplete {
      summary.isIncomplete = true
      if summary.verdict != .leaking { summary.verdict = .inconclusive }
    }
    var names = Set<String>()
    let programs = reports.compactMap { $0.program?.name }.filter { names.insert($0).inserted }
    program?.names = programs
    let moments = reports.compactMap { $0.program?.moment }.uniqued()
    program?.moment = moments.joined(separator: " or ")
    let failures = Self.failed(among: reports).compactMap(\.program).map {
      "\($0.name): \($0.failure ?? "")"
    }
    program?.failure = failures.isEmpty ? nil : failures.joined(separator: "; ")
    if summary.verdict == .clean, !failures.isEmpty { summary.verdict = .failed }
  }

  /// Returns the reports on programs that failed. A program that succeeded in another process is
  /// omitted, because tests start failing processes on purpose.
  package static func failed(among reports: [LeakReport]) -> [LeakReport] {
    let succeeded = Set(
      reports.lazy.compactMap(\.program).filter { $0.failure == nil }.map(\.name))
    return reports.filter { report in
      report.program.map { $0.failure != nil && !succeeded.contains($0.name) } ?? false
    }
  }
}

extension Finding {
  /// Adds the occurrences of a finding with the same fingerprint.
  fileprivate mutating func add(occurrencesOf other: Finding) {
    totals = totals(with: other)
    occurrences += other.occurrences
  }
}

extension LeakReport.Summary {
  /// Adds the counts of another program's report, except for the number of unexpected cycles. The
  /// verdict does not consider failures of the programs.
  fileprivate mutating func add(_ other: Self) {
    let verdicts = [verdict, other.verdict]
    if other.isIncomplete == true { isIncomplete = true }
    verdict =
      verdicts.contains(.leaking)
      ? .leaking : verdicts.contains(.inconclusive) ? .inconclusive : .clean
    cells += other.cells
    controlsSeen += other.controlsSeen
    controlsExpected += other.controlsExpected
    inconclusiveCells += other.inconclusiveCells
    failedCells += other.failedCells
    knownCells += other.knownCells
    if let suppressed = other.suppressedFindings {
      suppressedFindings = suppressedFindings.map { $0 + suppressed } ?? suppressed
    }
  }
}
