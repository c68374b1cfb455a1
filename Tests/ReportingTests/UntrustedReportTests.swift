import Foundation
import Findings
import OwnershipGraph
import Reporting
import Testing

/// Tests of reports that contain values that leakcheck never writes.
@Suite struct UntrustedReportTests {
  private func message(_ text: String) -> String {
    do throws(ReportReadingError) {
      _ = try ReportReader.report(from: Array(text.utf8), name: "r.json")
      return "no error"
    } catch {
      return error.description
    }
  }

  private func sample() throws -> String {
    try #require(try JSONFormat().files(for: SampleReports.leaking()).first).contents
  }

  @Test(arguments: [
    "\\u001b[31mred", "v1:0\\n::error::forged", "v1:", "v1:XYZ", "", "../../x", "v1:0 v1:1",
  ]) func rejectsAForgedFingerprint(forged: String) throws {
    let text = try sample()
    let own = try #require(SampleReports.leaking().findings.first?.fingerprint)
    let damaged = text.replacing(
      "\"fingerprint\":\"\(own)\"", with: "\"fingerprint\":\"\(forged)\"")
    #expect(damaged != text)
    #expect(message(damaged).hasPrefix("r.json is damaged: '"))
    #expect(message(damaged).hasSuffix("' is not a fingerprint"))
    let inCells = text.replacing("\"findings\":[\"\(own)\"]", with: "\"findings\":[\"\(forged)\"]")
    #expect(inCells != text)
    #expect(message(inCells).contains("is not a fingerprint"))
  }

  @Test(arguments: ["\(Int.min)", "-1", "\(Int.max)", "1e300", "1e18", "99999999999999999999"])
  func rejectsNumbersOutOfRange(number: String) throws {
    let text = try sample()
    for name in ["referencesFound", "size", "line", "retainCount", "cells", "reference"] {
      let damaged = text.replacing(
        try Regex("\"\(name)\":[0-9]+"), with: "\"\(name)\":\(number)")
      #expect(damaged != text, "\(name)")
      #expect(message(damaged) != "no error", "\(name)")
    }
  }

  @Test(arguments: [(0, 0), (0, 1), (2, 1), (1, 0)])
  func rejectsAShardIndexThatIsOutOfRange(index: Int, count: Int) throws {
    let shard =
      "\"shard\":{\"count\":\(count),\"index\":\(index),\"matrix\":\"v1:0\",\"totalCells\":9}"
    let damaged = try sample().replacing("{\n  \"cells\"", with: "{\n  \(shard),\n  \"cells\"")
    #expect(
      message(damaged)
        == "r.json is damaged: shard index \(index) is out of range for \(count) shards")
  }

  @Test func doesNotMergeAShardThatClaimsTooManyCells() throws {
    let shard =
      "\"shard\":{\"count\":1,\"index\":1,\"matrix\":\"v1:0\",\"totalCells\":999999999999}"
    let text = try sample().replacing("{\n  \"cells\"", with: "{\n  \(shard),\n  \"cells\"")
    let report = try ReportReader.report(from: Array(text.utf8), name: "r.json")
    #expect(throws: ShardError.incomplete(position: 1)) { try LeakReport(merging: [report]) }
  }

  @Test func rejectsDeeplyNestedLists() throws {
    let deep = String(repeating: "[", count: 1_000_000)
    #expect(message("{\"x\":\(deep)").contains("nested too deeply"))
  }

  @Test(arguments: [
    #"{"tool":1,"tool":2}"#, "{\"a\":01}", "{\"a\":1,}", "{\"a\" 1}", "{\"a\":\"\u{7}\"}", "{} x",
    "{\"a\":tru}", "{\"a\":+1}", "{\"a\":.5}", "{\"a\":1.}", "[1,]", "\u{FEFF}{}",
  ]) func rejectsInvalidJSON(text: String) {
    #expect(message(text) != "no error")
  }

  @Test(arguments: [
    "{}", " {\"a\" : [ 1 , 2.5e-3 , [ ] , { } ] , \"b\" : null , \"c\" : \"\\\"\\\\\" } ",
    "{\"a\":true,\"b\":false,\"c\":0,\"d\":1E2}",
  ]) func reportsThatValidJSONIsNotAReport(text: String) {
    #expect(message(text) == "r.json is not a leakcheck report")
  }
}
