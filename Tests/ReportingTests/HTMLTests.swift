import Foundation
import FoundationXML
import Findings
import Reporting
import Testing

@Suite struct HTMLTests {
  static func page(_ report: LeakReport) throws -> String {
    let file = try #require(HTMLFormat().files(for: report).first)
    #expect(file.path == "leakcheck.html")
    return file.contents
  }

  /// Returns the page as XML. Unclosed tags are closed. The document type and the contents of the
  /// script and the style sheet, which are valid only in HTML, are removed.
  private func document(_ page: String) throws -> XMLDocument {
    var text = page.replacing("<!DOCTYPE html>", with: "")
      .replacing(#/<(meta|link|input)([^>]*)>/#) { "<\($0.output.1)\($0.output.2)/>" }
    for element in ["script", "style"] {
      let start = try #require(text.range(of: "<\(element)>"))
      let end = try #require(text.range(of: "</\(element)>"))
      text.removeSubrange(start.upperBound..<end.lowerBound)
    }
    return try XMLDocument(data: Data(text.utf8))
  }

  @Test func everyFindingHasAnArticleWithPictureCauseAndPaths() throws {
    let report = SampleReports.leaking()
    let document = try document(Self.page(report))
    func count(_ path: String) throws -> Int { try document.nodes(forXPath: path).count }
    #expect(try count("//article") == report.findings.count)
    #expect(
      try count("//article[@id='view-model-none']//*[name()='g'][contains(@class,'node')]")
        == 7)
    #expect(
      try count("//article[@id='view-model-none']//*[name()='g'][contains(@class,'edge')]")
        == 8)
    #expect(
      try count(
        "//article[@id='view-model-none']//*[name()='g'][contains(@class,'break')]") == 1)
    #expect(try count("//article[@id='view-model-none']//tr[@data-object]") == 7)
    let text = try #require(document.rootElement()?.stringValue)
    #expect(text.contains("bag-owned-by-captured"))
    #expect(text.contains("this removes 1 of 2 cycles and frees 3 of 6 objects"))
    #expect(text.contains("FeedViewModel#1 —bag→ DisposeBag#1 —disposables[*]→ SinkDisposer#1"))
    #expect(try count("//table[@id='matrix']/tbody/tr") == 2)
  }

  @Test func thePageLoadsNothingFromTheNetwork() throws {
    let page = try Self.page(SampleReports.leaking())
    #expect(page.contains("default-src 'none'"))
    #expect(!page.contains(#/(src|href)="(?!data:|#)/#))
    #expect(!page.contains("@import") && !page.contains("url(http"))
    #expect(
      !page.replacing("http://www.w3.org/2000/svg", with: "").contains("http://")
        && !page.contains("https://"))
  }

  @Test(arguments: HostileNamesTests.names)
  func noNameChangesTheStructureOfThePage(name: String) throws {
    let plain = try document(Self.page(HostileNamesTests.report(named: "Name")))
    let document = try document(Self.page(HostileNamesTests.report(named: name)))
    for path in ["//*", "//@*", "//script", "//*[name()='g']"] {
      #expect(
        try document.nodes(forXPath: path).count == plain.nodes(forXPath: path).count, "\(path)")
    }
  }

  @Test func anEmptyReportProducesAPageWithoutArticles() throws {
    var report = SampleReports.clean()
    report.cells = []
    report.findings = []
    report.mutants = []
    #expect(try document(Self.page(report)).nodes(forXPath: "//article").isEmpty)
  }

  @Test func suspectsOfFindingsAndFailedCellsAreShown() throws {
    var report = SampleReports.leaking()
    report.cells[0].verdict = .fail
    report.cells[0].suspects = [
      Suspect(file: "A<b>.swift", line: 7, scope: "A.end", text: "a = nil")
    ]
    let page = try Self.page(report)
    #expect(
      page.contains(
        "<dt>suspects</dt><dd><span class=\"location\"><code>Sources/Streams/Core/SinkDisposer.swift:48"
      ))
    #expect(page.contains("; suspect: <span class=\"location\"><code>A&lt;b&gt;.swift:7</code>"))
  }
}
