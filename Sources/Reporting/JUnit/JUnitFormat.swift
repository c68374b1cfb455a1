package import Findings

/// `leakcheck.junit.xml`: a test case for each matrix cell, for continuous integration.
///
/// A failure is a leak or a failed cell that fails the run; other leaks and failed cells are
/// skipped. An error is an inconclusive cell, a mutant that was not caught, an analysis that may
/// have missed a leak, or a failure of the program. Thus a cell that could not be examined does not
/// count as passed. The report of a program has no cells, so it has a test case for each finding,
/// and one for each other problem, such as a failure of the program. Times are omitted, because
/// they differ from run to run.
package struct JUnitFormat: ReportFormat {
  package let name = "junit"

  package var fileOpenings: [String: String] {
    ["leakcheck.junit.xml": Self.declaration + "<testsuites name="]
  }

  private static let declaration =
    "<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"no\"?>\n"

  package init() {}

  package func files(for report: LeakReport) -> [OutputFile] {
    let suites = JUnitSuites(report: report).suites
    let root = XMLElementText(
      "testsuites", Self.counts(of: suites.flatMap(\.cases), named: report.tool.name),
      children: suites.map { suite in
        XMLElementText(
          "testsuite", Self.counts(of: suite.cases, named: suite.name),
          children: suite.cases.map(Self.element))
      })
    return [OutputFile(path: "leakcheck.junit.xml", contents: Self.declaration + root.markup())]
  }

  private static func counts(
    of cases: [JUnitSuites.Case], named name: String
  ) -> [(name: String, value: String)] {
    [
      ("name", name),
      ("tests", String(cases.count)),
      ("failures", String(cases.count { $0.outcome == .failure })),
      ("errors", String(cases.count { $0.outcome == .error })),
      ("skipped", String(cases.count { $0.outcome == .skipped })),
    ]
  }

  private static func element(for testCase: JUnitSuites.Case) -> XMLElementText {
    let attributes = [(name: "classname", value: testCase.suite), ("name", testCase.name)]
    guard testCase.outcome != .passed else { return XMLElementText("testcase", attributes) }
    var details = [(name: "message", value: testCase.message)]
    if testCase.outcome != .skipped { details.append(("type", testCase.type)) }
    let detail = XMLElementText(testCase.outcome.rawValue, details, lines: testCase.lines)
    return XMLElementText("testcase", attributes, children: [detail])
  }
}
