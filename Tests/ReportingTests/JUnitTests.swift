import Foundation
import FoundationXML
import Findings
import Reporting
import Testing

@Suite struct JUnitTests {
  private func document(_ report: LeakReport) throws -> XMLDocument {
    let file = try #require(JUnitFormat().files(for: report).first)
    #expect(file.path == "leakcheck.junit.xml")
    return try XMLDocument(data: Data(file.contents.utf8))
  }

  private func count(_ path: String, _ document: XMLDocument) throws -> Int {
    try document.nodes(forXPath: path).count
  }

  @Test func aFailedCellIsAFailureAndAnInconclusiveCellIsAnError() throws {
    let report = SampleReports.leaking()
    let document = try document(report)
    #expect(try count("//testsuite[@name!='mutants']/testcase", document) == report.cells.count)
    #expect(try count("//testcase/failure", document) == report.cells.count { $0.verdict == .fail })
    #expect(try count("//testsuite[@name!='mutants']/testcase/error", document) == 1)
    #expect(try count("//testsuite[@name='mutants']/testcase/error", document) == 1)
    let root = try #require(document.rootElement())
    #expect(root.attribute(forName: "failures")?.stringValue == "2")
    #expect(root.attribute(forName: "errors")?.stringValue == "2")
    let failure = try #require(try document.nodes(forXPath: "//failure").first as? XMLElement)
    #expect(failure.attribute(forName: "type")?.stringValue == "bag-owned-by-captured")
    #expect(failure.stringValue?.contains("◀── break here: [weak self]") == true)
  }

  /// With `--fail-on none`, no leak fails the run, so no test case fails.
  @Test func cellsWithoutAFindingAreSkippedIfNoFindingFailsTheRun() throws {
    var report = SampleReports.leaking()
    report.findings = []
    for index in report.cells.indices { report.cells[index].findings = [] }
    for failOn in [FailOn.new, .none] {
      report = report.applying(Baseline(), failOn: failOn)
      let document = try document(report)
      let isFailing = report.summary.verdict == .leaking
      #expect(isFailing == (failOn == .new))
      #expect((try count("//failure", document) > 0) == isFailing)
    }
  }

  @Test func knownFindingsAreSkipped() throws {
    var report = SampleReports.leaking()
    report.findings[0].status = .known
    let document = try document(report)
    #expect(try count("//failure", document) == 0)
    #expect(try count("//skipped", document) == 2)
  }

  @Test func aReportOnAProgramHasOneTestCasePerFinding() throws {
    var report = SampleReports.leaking()
    report.cells = []
    report.mutants = []
    let document = try document(report)
    #expect(try count("//testcase", document) == 2)
    #expect(try count("//failure", document) == 1)
  }

  @Test(arguments: HostileNamesTests.names)
  func anyNameIsReadBackAndKeepsTheStructure(name: String) throws {
    let plain = try document(HostileNamesTests.report(named: "Name"))
    let document = try document(HostileNamesTests.report(named: name))
    for path in ["//testsuite", "//testcase", "//failure", "//error"] {
      #expect(try count(path, document) == count(path, plain), "\(path)")
    }
    let message = try #require(
      try document.nodes(forXPath: "//failure/@message").first?.stringValue)
    if name.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value < 0x7F }) {
      #expect(message == name)
    }
  }

  @Test(arguments: ["\u{FFFF}", "\u{FFFE}x", "]]>", "<![CDATA["])
  func namesWithForbiddenCharactersProduceValidXML(name: String) throws {
    #expect(try count("//testcase", document(HostileNamesTests.report(named: name))) > 0)
  }
}
