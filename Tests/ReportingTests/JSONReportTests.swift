import Foundation
import Findings
import OwnershipGraph
import Reporting
import Testing

@Suite struct JSONReportTests {
  private func json(_ report: LeakReport) throws -> Data {
    Data(try #require(try JSONFormat().files(for: report).first).contents.utf8)
  }

  @Test func aReportIsReadBackUnchanged() throws {
    let report = SampleReports.leaking()
    #expect(try ReportReader.report(from: json(report), name: "r.json") == report)
  }

  @Test func cyclesInUseAreReadBackUnchanged() throws {
    var report = SampleReports.leaking()
    report.coverage.cyclesInUse = 2
    #expect(try ReportReader.report(from: json(report), name: "r.json") == report)
  }

  @Test func suspectsAreReadBackUnchanged() throws {
    var report = SampleReports.leaking()
    let suspect = Suspect(
      file: "Sink.swift", line: 48, scope: "Sink.dispose", text: "cancel.dispose()",
      path: "Sources/Streams/Core/Sink.swift")
    report.findings[0].suspects = [suspect]
    report.cells[0].suspects = [suspect]
    #expect(try ReportReader.report(from: json(report), name: "r.json") == report)
  }

  @Test func tasksConsequencesAndAlternativesAreReadBackUnchanged() throws {
    var report = SampleReports.leaking()
    let code = SuspendedCode(
      function: "closure #1 in Feed.start()", location: .init(file: "Feed.swift", line: 3),
      suspension: .init(file: "Feed.swift", line: 5), origin: .dependency, method: "Feed.run()",
      capturesWeakly: true)
    report.findings[0].tasks = [code]
    report.findings[0].waits = [.asyncSequence]
    report.findings[0].graph.nodes[0].suspended = code
    report.findings[0].graph.nodes[0].wait = .executor
    report.findings[0].alternativeBreak = 0
    report.findings[0].consequences = [report.findings[1].consequence]
    #expect(try ReportReader.report(from: json(report), name: "r.json") == report)
    // The index of a reference that does not exist in the finding.
    report.findings[0].alternativeBreak = 0
    let text = String(decoding: try json(report), as: UTF8.self)
      .replacing(#/"alternativeBreak":\{(.*?)"reference":0/#) {
        "\"alternativeBreak\":{\($0.1)\"reference\":4000"
      }
    #expect(throws: ReportReadingError.self) {
      try ReportReader.report(from: Data(text.utf8), name: "r.json")
    }
  }

  @Test func findingsNameObjectsByID() throws {
    let object = try JSONSerialization.jsonObject(with: json(SampleReports.leaking()))
    let report = try #require(object as? [String: Any])
    #expect(report["schemaVersion"] as? String == LeakReport.currentSchemaVersion)
    let finding = try #require((report["findings"] as? [[String: Any]])?.first)
    let references = try #require(finding["references"] as? [[String: Any]])
    #expect(references[0]["from"] as? String == "FeedViewModel#1")
    #expect(references[0]["to"] as? String == "DisposeBag#1")
    let nodes = try #require(finding["nodes"] as? [[String: Any]])
    #expect(nodes[0]["retainCount"] as? Int == 1)
  }

  @Test(arguments: [5, 40, 400, 4000])
  func aTruncatedReportIsReportedAsTruncated(length: Int) throws {
    let data = try json(SampleReports.leaking()).prefix(length)
    #expect(throws: ReportReadingError.truncated("r.json")) {
      try ReportReader.report(from: data, name: "r.json")
    }
  }

  @Test(arguments: ["", "   "]) func anEmptyFileIsReportedAsTruncated(text: String) {
    #expect(throws: ReportReadingError.truncated("r.json")) {
      try ReportReader.report(from: Data(text.utf8), name: "r.json")
    }
  }

  @Test(arguments: ["hello", "<html>", "{]}"]) func rejectsTextThatIsNotJSON(text: String) {
    #expect(throws: ReportReadingError.notJSON("r.json")) {
      try ReportReader.report(from: Data(text.utf8), name: "r.json")
    }
  }

  @Test(arguments: [
    "[]", "{}", "3", #"{"schemaVersion":"1.0"}"#,
    #"{"schemaVersion":"1.0","tool":{"name":"other"}}"#,
    #"{"schemaVersion":"x","tool":{"name":"leakcheck"}}"#,
  ]) func rejectsJSONThatIsNotAReport(text: String) {
    #expect(throws: ReportReadingError.notAReport("r.json")) {
      try ReportReader.report(from: Data(text.utf8), name: "r.json")
    }
  }

  @Test(arguments: [("2.0", true), ("0.9", false)])
  func theErrorNamesAnUnsupportedMajorVersion(version: String, isNewer: Bool) throws {
    var report = SampleReports.clean()
    report.schemaVersion = version
    let data = try json(report)
    #expect(throws: ReportReadingError.otherSchema("r.json", found: version, isNewer: isNewer)) {
      try ReportReader.report(from: data, name: "r.json")
    }
  }

  @Test func readsALaterMinorVersionWithUnknownFields() throws {
    var report = SampleReports.clean()
    report.schemaVersion = "1.7"
    let text = String(decoding: try json(report), as: UTF8.self)
      .replacing("{\n  \"cells\"", with: "{\n  \"aFieldOfTomorrow\": [1],\n  \"cells\"")
    #expect(text.contains("aFieldOfTomorrow"))
    #expect(try ReportReader.report(from: Data(text.utf8), name: "r.json") == report)
  }

  @Test func theMessageNamesTheDamagedPartOfTheReport() throws {
    let text = String(decoding: try json(SampleReports.clean()), as: UTF8.self)
    func message(_ damaged: String) -> String {
      do {
        _ = try ReportReader.report(from: Data(damaged.utf8), name: "r.json")
        return "no error"
      } catch { return error.description }
    }
    #expect(
      message(text.replacing("\"rule\":\"retain-cycle\"", with: "\"rule\":\"odd\""))
        == "r.json is damaged: .findings[0].rule has an unknown value")
    #expect(
      message(
        text.replacing(
          "\"from\":\"SinkDisposer#1\",\"label\"",
          with: "\"from\":\"Nobody#1\",\"label\"")
      )
      .contains("Nobody#1 -> "))
    #expect(
      message(text.replacing("\"reference\":0", with: "\"reference\":99"))
        .contains("a break refers to a reference that is not in the finding"))
  }

  /// The file is from an earlier version, in which cells contained whole objects.
  @Test func readsTheFirstVersionOfTheSchema() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Goldens/schema-1.0.json")
    var expected = SampleReports.clean()
    expected.schemaVersion = "1.0"
    let report = try ReportReader.report(from: Data(contentsOf: file), name: "r.json")
    #expect(report == expected)
    #expect(try ReportReader.report(from: json(report), name: "r.json") == SampleReports.clean())
  }

  @Test func rejectsAnIndexOutsideATable() throws {
    let text = String(decoding: try json(SampleReports.clean()), as: UTF8.self)
    #expect(text.contains("\"cuts\":[0,1]"))
    let damaged = text.replacing("\"cuts\":[0,1]", with: "\"cuts\":[0,99]")
    #expect(throws: ReportReadingError.self) {
      try ReportReader.report(from: Data(damaged.utf8), name: "r.json")
    }
  }
}
