import Foundation
import Findings
import Reporting
import Testing

@Suite struct GitHubTests {
  private func file(_ name: String, _ report: LeakReport) throws -> String {
    try #require(GitHubFormat().files(for: report).first { $0.path == name }).contents
  }

  /// Parses a workflow command. GitHub's runner decodes `%3A` and `%2C` only in properties.
  private func command(_ line: Substring) throws -> (
    level: String, properties: [String: String], message: String
  ) {
    let match = try #require(line.wholeMatch(of: #/::(\w+) ([^:]*)::(.*)/#), "\(line)")
    func decoded(_ text: some StringProtocol) -> String {
      String(text).replacing("%0D", with: "\r").replacing("%0A", with: "\n")
        .replacing("%25", with: "%")
    }
    var properties: [String: String] = [:]
    for pair in match.2.split(separator: ",") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = String(try #require(parts.last))
      properties[String(parts[0])] = decoded(
        value.replacing("%3A", with: ":").replacing("%2C", with: ","))
    }
    return (String(match.1), properties, decoded(match.3))
  }

  @Test func annotationsHaveTheSourceLocation() throws {
    let lines = try file("leakcheck.annotations.txt", SampleReports.leaking()).split(
      separator: "\n")
    let first = try command(try #require(lines.first))
    #expect(first.level == "error")
    #expect(first.properties["file"] == "FeedViewModel.swift")
    #expect(first.properties["line"] == "41")
    #expect(first.properties["title"] == "leakcheck: bag-owned-by-captured")
    #expect(
      first.message.contains("A missing ending leaves FeedViewModel")
        && first.message.contains("[weak self]"))
    #expect(try lines.map { try command($0).level } == ["error", "error", "error"])
  }

  @Test func atMostTenAnnotationsAreWrittenAndTheLastCountsTheRest() throws {
    var report = SampleReports.leaking()
    report.mutants = []
    let finding = report.findings[0]
    report.findings = (0..<25).map { index in
      var finding = finding
      finding.fingerprint = "v1:000000\(index + 10)"
      // Findings with the same references to break share an annotation.
      for reference in finding.graph.references.indices {
        finding.graph.references[reference].label += "\(index)"
      }
      return finding
    }
    let errors = try file("leakcheck.annotations.txt", report).split(separator: "\n").filter {
      $0.hasPrefix("::error")
    }
    #expect(errors.count == 10)
    #expect(try command(try #require(errors.last)).message == "18 more are in the job summary.")
  }

  @Test(arguments: HostileNamesTests.names) func noNameAddsAWorkflowCommand(name: String) throws {
    let report = HostileNamesTests.report(named: name)
    let lines = try file("leakcheck.annotations.txt", report).split(
      separator: "\n", omittingEmptySubsequences: false
    ).dropLast()
    #expect(lines.count == 3)
    for line in lines { _ = try command(line) }
  }

  @Test func aSummaryStaysBelowOneMebibyteAndStatesWhatItOmits() throws {
    var report = SampleReports.leaking()
    var finding = report.findings[0]
    finding.roots = [String(repeating: "a long name ", count: 1_000)]
    report.findings = (0..<100).map { index in
      finding.fingerprint = "v1:\(10_000_000 + index)"
      return finding
    }
    report.mutants = (0..<100).map { index in
      MutantReport(
        name: "mutant-\(index)", summary: String(repeating: "a long summary ", count: 1_000),
        isCaught: true)
    }
    let files = GitHubFormat().files(for: report)
    let text = try #require(files.first { $0.path == "leakcheck.summary.md" }).contents
    #expect(text.utf8.count < 1_048_576)
    #expect(text.contains("1 section did not fit: they are in `leakcheck.md`."))
    // Only whole sections may be omitted, so that every code fence is closed.
    #expect(text.split(separator: "\n").count { $0.hasPrefix("```") }.isMultiple(of: 2))
    let comment = try #require(files.first { $0.path == "leakcheck.comment.md" }).contents
    #expect(comment.utf8.count < 65_536)
  }

  @Test func aCommentStatesTheCountLocationEndingFixAndCommand() throws {
    let text = try file("leakcheck.comment.md", SampleReports.leaking())
    #expect(
      text.hasPrefix(
        "<!-- leakcheck -->\n# leakcheck: ✖ failed: 2 of 12 cells, 1 unexpected cycle\n\n"
          + "**1 finding fails the run** · 1 known"))
    for part in [
      "FeedViewModel.swift:41", "`none`", "`[weak self]`",
      "leakcheck run --filter view-model/-/none/afterSubscribe",
      "**bag-owned-by-captured**", "✖ `none`", "| ending | cells |",
    ] { #expect(text.contains(part), "\(part)") }
    let clean = try file("leakcheck.comment.md", SampleReports.clean())
    #expect(clean.contains("# leakcheck: ✓ clean"))
    var blind = SampleReports.clean()
    blind.summary.verdict = .inconclusive
    #expect(try file("leakcheck.comment.md", blind).contains("# leakcheck: ? inconclusive"))
  }

  @Test(arguments: HostileNamesTests.names)
  func noNameBreaksTheTableOfTheComment(name: String) throws {
    let text = try file("leakcheck.comment.md", HostileNamesTests.report(named: name))
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }
    #expect(rows.count == 6)
    for row in rows {
      let bars = row.replacing(#/\\\\/#, with: "").replacing(#/\\\|/#, with: "").count { $0 == "|" }
      #expect(bars == 6, "\(row)")
    }
  }
}
