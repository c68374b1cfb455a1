import Findings

/// A report as test suites. A matrix report has a suite for each pair of source and operator, and
/// one for planted mistakes. The report of a program has a single suite.
struct JUnitSuites {
  enum Outcome: String {
    case passed, failure, error, skipped
  }

  struct Case {
    var suite: String
    var name: String
    var outcome: Outcome
    var message = ""
    /// The causes of the findings, or another problem, such as `inconclusive`.
    var type = ""
    var lines: [String] = []
  }

  struct Suite {
    var name: String
    var cases: [Case]
  }

  let report: LeakReport
  private let index: ReportIndex

  init(report: LeakReport) {
    self.report = report
    index = ReportIndex(report)
  }

  var suites: [Suite] {
    var suites: [Suite] = []
    var suiteIndices: [String: Int] = [:]
    let unexpected = report.findings.enumerated().filter { $0.element.status != .expected }
    var indexOf: [String: Int] = [:]
    for (index, finding) in unexpected { indexOf[finding.fingerprint] = index }
    let all =
      report.cells.isEmpty
      ? casesOfProgram
      : report.cells.map { cell in
        let own = Set(cell.findings.compactMap { indexOf[$0] }).sorted()
        return testCase(for: cell, findings: own.map { report.findings[$0] })
      }
    for testCase in all + report.mutants.map(testCase) {
      let index = suiteIndices[testCase.suite] ?? suites.count
      if index == suites.count {
        suiteIndices[testCase.suite] = index
        suites.append(Suite(name: testCase.suite, cases: []))
      }
      suites[index].cases.append(testCase)
    }
    return suites
  }

  /// Returns the test case for a matrix cell.
  ///
  /// - Parameter findings: The cell's findings that were not expected.
  private func testCase(for cell: CellReport, findings: [Finding]) -> Case {
    var result = Case(
      suite: "\(cell.source)/\(cell.operator)", name: "\(cell.ending)/\(cell.timing)",
      outcome: .passed)
    switch cell.verdict {
    case .pass: return result
    case .inconclusive:
      result.outcome = .error
      result.type = "inconclusive"
    case .fail:
      // A cell whose findings are not errors does not fail the run, but has not passed either.
      let isKnown = !findings.isEmpty && findings.allSatisfy { report.severity(of: $0) != .error }
      result.outcome = isKnown || report.failOn == .none ? .skipped : .failure
      result.type = findings.map(ReportVocabulary.causeName).uniqued().joined(separator: ", ")
    }
    result.message = cell.reason
    result.lines = findings.flatMap(lines)
    return result
  }

  /// The test cases of a program: one for each finding, and one for each other problem, such as a
  /// failure of the program. If there are none, the result is a single test case, which passes.
  private var casesOfProgram: [Case] {
    let program = report.program.map { Escaping.line($0.name) } ?? report.tool.name
    var cases = findings(of: program)
    if report.summary.mayHideLeaks {
      cases.append(
        Case(
          suite: program, name: "analysis", outcome: .error,
          message: ReportVocabulary.result(of: report), type: "inconclusive"))
    }
    if let failure = ReportVocabulary.failure(of: report) {
      cases.append(
        Case(
          suite: program, name: "program", outcome: .error, message: failure,
          type: "program-failed"))
    }
    return cases.isEmpty ? [Case(suite: program, name: "no leaks", outcome: .passed)] : cases
  }

  private func findings(of program: String) -> [Case] {
    report.findings.filter { $0.status != .expected }.map { finding in
      let isError = report.severity(of: finding) == .error
      return Case(
        suite: program,
        name: "\(ReportVocabulary.causeName(of: finding)): \(Escaping.line(finding.title))",
        outcome: isError ? .failure : .skipped,
        message: message(for: finding),
        type: ReportVocabulary.causeName(of: finding), lines: lines(for: finding))
    }
  }

  private func message(for finding: Finding) -> String {
    let seen = ReportVocabulary.occurrences(of: finding).map { " It was \($0)." } ?? ""
    return ReportVocabulary.summary(of: finding) + seen
  }

  private func testCase(for mutant: MutantReport) -> Case {
    mutant.isCaught
      ? Case(suite: "mutants", name: mutant.name, outcome: .passed)
      : Case(
        suite: "mutants", name: mutant.name, outcome: .error,
        message: "not caught: \(mutant.summary)", type: "not-caught")
  }

  private func lines(for finding: Finding) -> [String] {
    let seen = ReportVocabulary.occurrences(of: finding).map { [$0] } ?? []
    return ["", "\(ReportVocabulary.causeName(of: finding))  \(finding.fingerprint)"]
      + (finding.status == .accepted ? [ReportVocabulary.acceptance(of: finding)] : [])
      + seen
      + TraceDrawing(of: finding).lines()
      + ["fix: \(FindingAdvice(of: finding, in: index).fix)", ""]
  }
}
