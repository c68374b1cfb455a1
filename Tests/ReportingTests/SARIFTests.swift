import Foundation
import Findings
import OwnershipGraph
import Reporting
import Testing

@Suite struct SARIFTests {
  private func log(_ report: LeakReport) throws -> Any {
    let file = try #require(try SARIFFormat().files(for: report).first)
    #expect(file.path == "leakcheck.sarif")
    return try JSONSerialization.jsonObject(with: Data(file.contents.utf8))
  }

  private func run(_ report: LeakReport) throws -> [String: Any] {
    let log = try #require(try log(report) as? [String: Any])
    return try #require((log["runs"] as? [[String: Any]])?.first)
  }

  @Test func theLogIsValid() throws {
    #expect(try SARIFSchema.log.violations(in: log(SampleReports.leaking())) == [])
    #expect(try SARIFSchema.log.violations(in: log(SampleReports.clean())) == [])
  }

  @Test(arguments: HostileNamesTests.names) func theLogIsValidWithAnyName(name: String) throws {
    let log = try log(HostileNamesTests.report(named: name))
    #expect(SARIFSchema.log.violations(in: log) == [])
  }

  @Test func theSchemaCheckFindsErrors() throws {
    var log = try #require(try log(SampleReports.leaking()) as? [String: Any])
    log["version"] = "2.0.0"
    log["runes"] = 3
    #expect(SARIFSchema.log.violations(in: log) == ["$.runes is not known", "$.version is 2.0.0"])
    log["runs"] = [["results": [["level": "fatal", "ruleIndex": true] as [String: Any]]]]
    #expect(
      SARIFSchema.log.violations(in: log) == [
        "$.runes is not known", "$.runs[0].tool is missing",
        "$.runs[0].results[0].message is missing", "$.runs[0].results[0].level is fatal",
        "$.runs[0].results[0].ruleIndex is no integer", "$.version is 2.0.0",
      ])
  }

  @Test func everyCauseHasARuleAndEveryResultNamesItsRule() throws {
    let run = try run(SampleReports.leaking())
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    let rules = try #require(driver["rules"] as? [[String: Any]])
    let ids = rules.compactMap { $0["id"] as? String }
    #expect(Set(ids).count == ids.count)
    #expect(Cause.allCases.allSatisfy { ids.contains($0.rawValue) })
    for rule in rules {
      let help = try #require((rule["help"] as? [String: Any])?["text"] as? String)
      #expect(help.contains("Fix: "))
    }
    let results = try #require(run["results"] as? [[String: Any]])
    // The known leak that a matrix cell expects is not a result.
    #expect(results.count == 2)
    for result in results {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(ids[index] == result["ruleId"] as? String)
    }
    #expect(
      results.map { $0["ruleId"] as? String } == ["bag-owned-by-captured", "held-after-ending"])
    #expect(results.map { $0["baselineState"] as? String } == ["new", "unchanged"])
    #expect(
      results.map { ($0["partialFingerprints"] as? [String: String])?["leakcheck/v1"] }
        == SampleReports.leaking().findings.prefix(2).map(\.fingerprint))
  }

  @Test func theCodeFlowFollowsTheCycleAndEndsWithTheBreak() throws {
    let results = try #require(try run(SampleReports.leaking())["results"] as? [[String: Any]])
    let flow = try #require((results[0]["codeFlows"] as? [[String: Any]])?.first)
    let thread = try #require((flow["threadFlows"] as? [[String: Any]])?.first)
    let texts = try #require(thread["locations"] as? [[String: Any]]).compactMap {
      (($0["location"] as? [String: Any])?["message"] as? [String: Any])?["text"] as? String
    }
    #expect(texts.count == 5)
    #expect(texts.first == "FeedViewModel . bag → DisposeBag")
    // Brackets that are not escaped would create a link.
    #expect(texts.last?.hasSuffix("FeedViewModel: break here, \\[weak self\\]") == true)
    #expect(results[1]["codeFlows"] == nil)
  }

  @Test func aCodeFlowStepPointsToTheDeclarationOfItsProperty() throws {
    var report = SampleReports.leaking()
    let bag = try #require(report.findings[0].graph.references.firstIndex { $0.label == "bag" })
    report.findings[0].graph.references[bag].declaration = .init(
      type: "FeedViewModel", location: SourceLocation(file: "Feed.swift", line: 77))
    let results = try #require(try run(report)["results"] as? [[String: Any]])
    let flow = try #require((results[0]["codeFlows"] as? [[String: Any]])?.first)
    let thread = try #require((flow["threadFlows"] as? [[String: Any]])?.first)
    let lines = try #require(thread["locations"] as? [[String: Any]]).map { step in
      let physical = (step["location"] as? [String: Any])?["physicalLocation"] as? [String: Any]
      return (physical?["region"] as? [String: Any])?["startLine"] as? Int
    }
    #expect(lines.first == 77)
    #expect(!lines.dropFirst().contains(77))
  }

  @Test func anAcceptedFindingIsSuppressed() throws {
    var report = SampleReports.leaking()
    report.findings[0].status = .accepted
    let results = try #require(try run(report)["results"] as? [[String: Any]])
    #expect((results[0]["suppressions"] as? [[String: Any]])?.count == 1)
    #expect(results[0]["level"] as? String == "note")
  }

  @Test func pathsAreRelativeAndPercentEncoded() throws {
    var report = SampleReports.leaking()
    report.findings[0].graph.nodes[4].location = SourceLocation(
      file: "Sources/My App/Ä#1.swift", line: 7)
    let results = try #require(try run(report)["results"] as? [[String: Any]])
    let location = try #require(
      (results[0]["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any])
    let file = try #require(location["artifactLocation"] as? [String: Any])
    #expect(file["uri"] as? String == "Sources/My%20App/%C3%84%231.swift")
    #expect((location["region"] as? [String: Any])?["startLine"] as? Int == 7)
  }

  @Test func anInconclusiveRunIsUnsuccessfulAndHasNotifications() throws {
    var report = SampleReports.leaking()
    report.summary.verdict = .inconclusive
    let invocation = try #require((try run(report)["invocations"] as? [[String: Any]])?.first)
    #expect(invocation["executionSuccessful"] as? Bool == false)
    #expect(invocation["exitCode"] as? Int == 3)
    #expect((invocation["toolExecutionNotifications"] as? [Any])?.count == 2)
  }

  @Test func suspectsAreRelatedLocationsOfAFinding() throws {
    let results = try #require(try run(SampleReports.leaking())["results"] as? [[String: Any]])
    let related = try #require(results[0]["relatedLocations"] as? [[String: Any]])
    // Suspects in reports of earlier versions have no path. They are omitted, because GitHub's code
    // scanning requires a path.
    #expect(related.map { $0["id"] as? Int } == [1])
    let texts = related.map { ($0["message"] as? [String: Any])?["text"] as? String }
    #expect(texts == ["suspect: Sources/Streams/Core/SinkDisposer.swift:48: self.sink = nil"])
    let location = try #require(related[0]["physicalLocation"] as? [String: Any])
    let file = try #require(location["artifactLocation"] as? [String: Any])
    #expect(file["uri"] as? String == "Sources/Streams/Core/SinkDisposer.swift")
  }

  /// GitHub's code scanning rejects the whole log if a result, a step or a related location has no
  /// path.
  @Test func everyLocationHasAPathAndALineEvenWithoutDebugInfo() throws {
    var report = SampleReports.leaking()
    for index in report.findings.indices {
      report.findings[index].locations = []
      for node in report.findings[index].graph.nodes.indices {
        report.findings[index].graph.nodes[node].location = nil
        report.findings[index].graph.nodes[node].declaration = nil
      }
    }
    for report in [report, SampleReports.leaking()] {
      let results = try #require(try run(report)["results"] as? [[String: Any]])
      #expect(results.count == 2)
      for result in results {
        let steps = (result["codeFlows"] as? [[String: Any]] ?? [])
          .flatMap { $0["threadFlows"] as? [[String: Any]] ?? [] }
          .flatMap { $0["locations"] as? [[String: Any]] ?? [] }
          .compactMap { $0["location"] as? [String: Any] }
        let locations =
          try #require(result["locations"] as? [[String: Any]])
          + (result["relatedLocations"] as? [[String: Any]] ?? []) + steps
        for location in locations {
          let physical = location["physicalLocation"] as? [String: Any]
          let file = physical?["artifactLocation"] as? [String: Any]
          let region = physical?["region"] as? [String: Any]
          #expect((file?["uri"] as? String)?.isEmpty == false, "\(location)")
          #expect((region?["startLine"] as? Int ?? 0) > 0, "\(location)")
        }
      }
    }
  }

  @Test func aFailedCellWithoutAFindingIsANotificationWithSuspects() throws {
    var report = SampleReports.leaking()
    report.cells[0].verdict = .fail
    report.cells[0].reason = "3 values are left"
    report.cells[0].suspects = report.findings[0].suspects
    let invocation = try #require((try run(report)["invocations"] as? [[String: Any]])?.first)
    let notifications = try #require(
      invocation["toolExecutionNotifications"] as? [[String: Any]])
    let failed = notifications.filter {
      (($0["message"] as? [String: Any])?["text"] as? String)?.hasPrefix("failed: ") == true
    }
    #expect(failed.count == 1)
    #expect((failed.first?["locations"] as? [Any])?.count == 2)
    #expect(try SARIFSchema.log.violations(in: log(report)) == [])
  }
}
