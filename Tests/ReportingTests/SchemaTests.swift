import Foundation
import Findings
import OwnershipGraph
import Reporting
import Testing

@Suite struct SchemaTests {
  private func document(_ report: LeakReport) throws -> Any {
    let text = try #require(try JSONFormat().files(for: report).first).contents
    return try JSONSerialization.jsonObject(with: Data(text.utf8))
  }

  /// Returns a report that contains every part that a report can have.
  private static func whole() -> LeakReport {
    var report = SampleReports.leaking()
    report.program = ProgramRun(name: "App", moment: "when it ended")
    report.program?.failure = "it ended with status 3"
    report.program?.exitStatus = 4
    report.shard = Shard(index: 1, count: 2, of: report.cells.map(\.id))
    report.coverage.hasSearchedRoots = false
    report.findings[0].status = .accepted
    report.findings[0].reason = "cached on purpose"
    report.findings[0].recurrence = Recurrence(runs: 5, seen: 5)
    report.findings[0].count(occurrences: 3)
    report.findings[0].graph.nodes[0].allocation = [
      StackFrame(function: "run()", location: SourceLocation(file: "Sources/App/A.swift", line: 3))
    ]
    report.findings[0].graph.nodes[0].isDeiniting = true
    report.findings[0].graph.references[0].evidence = .scanned
    report.cells[0].allocated = ["SinkDisposer#1"]
    report.cells[0].allocatedBeforeSubscribe = 0
    report.cells[0].released = ["SinkDisposer#1"]
    return report
  }

  @Test func everyReportMatchesTheCommittedSchema() throws {
    let schema = try SchemaFile()
    for report in [SampleReports.leaking(), SampleReports.clean(), Self.whole()] {
      let violations = try schema.violations(in: document(report))
      #expect(violations.isEmpty, "\(violations.prefix(5))")
    }
  }

  @Test func theSchemaCheckFindsErrors() throws {
    var object = try #require(try document(SampleReports.clean()) as? [String: Any])
    object["reproduce"] = nil
    object["failOn"] = "sometimes"
    object["surprise"] = 1
    #expect(
      try SchemaFile().violations(in: object) == [
        "$.reproduce is missing", "$.failOn is sometimes", "$.surprise is not in the schema",
      ])
  }

  @Test func aFindingListsItsSeverityEndingsAndUncutReferences() throws {
    let object = try #require(try document(SampleReports.clean()) as? [String: Any])
    let finding = try #require((object["findings"] as? [[String: Any]])?.first)
    #expect(finding["severity"] as? String == "note")
    let endings = try #require(finding["endings"] as? [String: Any])
    #expect(endings["leftBy"] as? [String] == ["none"])
    #expect(endings["uncut"] as? [String] == ["SinkDisposer.sink"])
  }
}
