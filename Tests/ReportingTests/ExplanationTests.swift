import Findings
import Reporting
import Testing

@Suite struct ExplanationTests {
  @Test func explanationsMatchTheirGoldenFiles() {
    let report = SampleReports.leaking()
    for (finding, name) in zip(report.findings, ["view-model", "held", "control"]) {
      expectGolden("explain-\(name).txt", ExplanationText(of: finding, in: report).text)
    }
  }

  @Test func theProgramsOwnReferenceIsListedFirstWithItsEffect() throws {
    let report = SampleReports.leaking()
    let text = ExplanationText(of: report.findings[0], in: report).text
    #expect(
      text.contains("→ making this reference weak removes 1 of 2 cycles and frees 3 of 6 objects"))
    let first = try #require(
      text.range(of: "1. closure #1 in FeedViewModel.start() . capture self"))
    let second = try #require(text.range(of: "2. FeedViewModel . bag"))
    #expect(first.lowerBound < second.lowerBound)
    #expect(text.contains("leakcheck run --filter view-model/-/none/afterSubscribe"))
  }

  @Test func anEndingThatNoCellShowsIsNotMarkedAsPassed() {
    let report = SampleReports.leaking()
    let text = ExplanationText(of: report.findings[1], in: report).text
    for line in [
      "none  – no cell shows whether the finding remains; the ending cuts nothing",
      "dispose  ✓ the finding does not remain; the ending cuts nothing",
    ] { #expect(text.contains("\n  \(line)\n"), "\(text)") }
  }

  @Test func aDiffListsFindingsByStatusAndEndsWithTheResult() {
    let base = SampleReports.leaking()
    var head = base
    head.findings.removeFirst()
    let fixed = ReportDiff(base: base, head: head)
    expectGolden("diff-fixed.txt", DiffText(of: fixed, head: head).text)
    let broken = ReportDiff(base: head, head: base)
    let text = DiffText(of: broken, head: base).text
    #expect(text.hasPrefix("new:\n✖ closure-capture-cycle  v1:68fc0c2a"))
    #expect(text.hasSuffix("leakcheck: 1 new, 0 fixed, 1 unchanged, HEAD is inconclusive\n"))
  }

  @Test(arguments: HostileNamesTests.names) func noNameAddsALineOrAControlCharacter(name: String) {
    let report = HostileNamesTests.report(named: name)
    let plain = HostileNamesTests.report(named: "Name")
    for (finding, other) in zip(report.findings, plain.findings) {
      let text = ExplanationText(of: finding, in: report).text
      #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
      #expect(
        text.count { $0 == "\n" } == ExplanationText(of: other, in: plain).text.count { $0 == "\n" }
      )
    }
  }
}
