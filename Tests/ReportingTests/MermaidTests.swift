import Findings
import OwnershipGraph
import Reporting
import Testing

/// A parsed flowchart. The parser accepts only the part of Mermaid's grammar that reports use.
private struct Flowchart {
  var nodes: [String: String] = [:]
  var links: [(from: String, to: String)] = []
  var styledLinks: [Int] = []
  var classes: Set<String> = []
  var usedClasses: Set<String> = []

  /// Parses a chart, and throws an error if the text is not a chart.
  init(_ text: Substring) throws {
    let lines = text.split(separator: "\n")
    try #require(lines.first == "flowchart TD")
    // A quoted label must not contain a quote, and may contain `#` only in an entity code.
    let label = #/"(?<label>(?:[^"#;<>`\\|\[\]{}()]|#[0-9]+;)*)"/#
    for line in lines.dropFirst() {
      if let match = line.wholeMatch(of: #/  (n[0-9]+)\[(".*")\]:::([a-z]+)/#) {
        try #require(match.2.wholeMatch(of: label) != nil, "\(line)")
        try #require(nodes.updateValue(String(match.2), forKey: String(match.1)) == nil)
        usedClasses.insert(String(match.3))
      } else if let match = line.wholeMatch(of: #/  (n[0-9]+) (-->|-\.->)(\|(".*")\|)? (n[0-9]+)/#)
      {
        if let text = match.4 { try #require(text.wholeMatch(of: label) != nil, "\(line)") }
        links.append((String(match.1), String(match.5)))
      } else if let match = line.wholeMatch(
        of: #/  linkStyle ([0-9,]+) stroke:#[0-9a-f]{6}(,stroke-width:4px)?/#)
      {
        styledLinks += match.1.split(separator: ",").compactMap { Int($0) }
      } else if let match = line.wholeMatch(of: #/  classDef ([a-z]+) (fill|stroke|color):.*/#) {
        classes.insert(String(match.1))
      } else {
        Issue.record("no sentence of Mermaid: \(line)")
      }
    }
  }

  /// Checks rules that are not part of the grammar: names are declared, numbers are in range, and
  /// limits are not exceeded.
  func check(_ text: Substring) {
    #expect(links.allSatisfy { nodes[$0.from] != nil && nodes[$0.to] != nil })
    #expect(styledLinks.allSatisfy(links.indices.contains))
    #expect(Set(styledLinks).count == styledLinks.count)
    #expect(usedClasses.isSubset(of: classes))
    #expect(links.count <= 500)
    #expect(text.count <= 50_000)
  }
}

@Suite struct MermaidTests {
  private func charts(_ report: LeakReport) throws -> [Substring] {
    let text = GitHubFormat.summary(of: report)
    return try text.split(separator: "```mermaid\n").dropFirst().map { part in
      part[..<(try #require(part.range(of: "```"))).lowerBound]
    }
  }

  @Test func everyChartOfAReportMatchesTheGrammar() throws {
    let charts = try charts(SampleReports.leaking())
    #expect(charts.count == 1)
    for text in charts { try Flowchart(text).check(text) }
    let cycle = try Flowchart(charts[0])
    #expect(cycle.nodes.count == 7 && cycle.links.count == 8)
    #expect(cycle.styledLinks.sorted() == [0, 3, 4, 5, 6, 7])
  }

  @Test(
    arguments: HostileNamesTests.names + [
      "end", "graph", "subgraph x", "click n0", "%%{init}%%", "style n0",
    ])
  func chartsMatchTheGrammarWithAnyName(name: String) throws {
    for text in try charts(HostileNamesTests.report(named: name)) {
      try Flowchart(text).check(text)
    }
  }

  @Test func omittedObjectsAreCounted() {
    var report = SampleReports.leaking()
    report.findings[0].graph = ObjectGraph(
      nodes: (0..<41).map { .init(id: "A#\($0)", type: "A", role: .cycle) },
      references: (0..<41).map { .init(from: $0, to: ($0 + 1) % 41, label: "next") })
    report.findings[0].breakSet = [0]
    report.findings[0].hostBreakSet = []
    let text = GitHubFormat.summary(of: report)
    #expect(
      text.contains("\n1 more object is not shown; --format json writes all objects.\n"), "\(text)")
  }

  @Test func aLargeGraphWithLongNamesStaysWithinTheLimits() throws {
    var report = SampleReports.leaking()
    let name = String(repeating: "Generic<(Value, \"Other\")>", count: 200)
    report.findings[0].graph = ObjectGraph(
      nodes: (0..<300).map { .init(id: "\(name)#\($0)", type: name, role: .cycle) },
      references: (0..<3000).map { .init(from: $0 % 300, to: ($0 * 7 + 1) % 300, label: name) })
    report.findings[0].breakSet = [0]
    report.findings[0].hostBreakSet = []
    let text = try #require(try charts(report).first)
    try Flowchart(text).check(text)
  }
}
