import Findings
import OwnershipGraph
import Reporting
import Testing

/// Tests that the committed files of a report change only if the report changes.
@Suite struct StableReportTests {
  private func files(of report: LeakReport) throws -> [String: String] {
    MarkdownFormat().files(for: report).reduce(into: [:]) { $0[$1.path] = $1.contents }
  }

  /// Returns the lines that occur in the files of a new report but not in the files of an old
  /// report.
  private func changed(_ new: [String: String], from old: [String: String]) -> [String] {
    new.flatMap { path, text in
      let before = Set((old[path] ?? "").split(separator: "\n"))
      return text.split(separator: "\n").filter { !before.contains($0) }.map { "\(path): \($0)" }
    }
  }

  /// Returns a copy of a matrix cell with another operator.
  private func cell(_ cell: CellReport, operator name: String) -> CellReport {
    var copy = cell
    copy.operator = name
    copy.id = [cell.source, name, cell.ending, cell.timing].joined(separator: "/")
    return copy
  }

  /// Returns a copy of a finding with another fingerprint and another operator.
  private func finding(_ finding: Finding, operator name: String, number: Int) -> Finding {
    Finding(
      fingerprint: "v1:0000000\(number)", rule: finding.rule, confidence: finding.confidence,
      status: finding.status, graph: finding.graph, breakSet: finding.breakSet,
      hostBreakSet: finding.hostBreakSet, roots: finding.roots,
      cells: finding.cells.map { id in
        let parts = id.split(separator: "/").map(String.init)
        return [parts[0], name, parts[2], parts[3]].joined(separator: "/")
      })
  }

  private func adding(_ names: [String], to report: LeakReport, _ index: Int) -> LeakReport {
    var report = report
    let original = report.findings[index]
    let own = Set(original.cells)
    for (number, name) in names.enumerated() {
      let copy = finding(original, operator: name, number: number)
      report.findings.append(copy)
      report.cells += report.cells.filter {
        $0.source == original.cells[0].split(separator: "/")[0]
      }
      .filter { $0.operator == report.cells.first { own.contains($0.id) }?.operator }
      .map { cell in
        var added = self.cell(cell, operator: name)
        added.findings = copy.cells.contains(added.id) ? [copy.fingerprint] : []
        return added
      }
    }
    return report
  }

  @Test func aControlOfAnotherOperatorChangesLinesAndAddsNoFile() throws {
    let before = try files(of: SampleReports.clean())
    let after = try files(of: adding(["filter"], to: SampleReports.clean(), 0))
    #expect(Set(after.keys) == Set(before.keys))
    #expect(after["graphs/core-cycle--none.md"]?.contains("- `create`: map, filter\n") == true)
    #expect(after["graphs/core-cycle--none.svg"] == before["graphs/core-cycle--none.svg"])
  }

  @Test func anObjectRetainedByAControlChangesOnlyOneLine() throws {
    let report = SampleReports.clean()
    let before = try files(of: report)
    var changedReport = report
    var finding = report.findings[0]
    finding.graph.nodes.append(
      .init(
        id: "Logger#1", type: "Logger", qualifiedType: "Streams.Logger", role: .behind, size: 48,
        retainCount: 1, referencesFound: 1))
    finding.graph.references.append(.init(from: 0, to: 3, label: "logger"))
    finding.fingerprint = "v1:00000000"
    changedReport.findings = [finding]
    for index in changedReport.cells.indices {
      changedReport.cells[index].findings = changedReport.cells[index].findings.map {
        $0 == report.findings[0].fingerprint ? finding.fingerprint : $0
      }
    }
    let lines = changed(try files(of: changedReport), from: before)
    #expect(
      lines == ["graphs/core-cycle--none.md: retained by the cycle: AnonymousObserver, Logger"],
      "\(lines)"
    )
  }

  @Test func findingsOfOneMistakeShareASectionThatNamesThemAll() throws {
    let before = try files(of: SampleReports.leaking())
    let after = try files(of: adding(["one", "two"], to: SampleReports.leaking(), 0))
    #expect(Set(after.keys) == Set(before.keys))
    let report = try #require(after["leakcheck.md"])
    #expect(report.matches(of: #/## ✖/#).count == 1)
    #expect(report.contains("**3 findings fail the run**"))
    let page = try #require(after["graphs/view-model--none.md"])
    #expect(page.contains("- `view-model`: without an operator, one, two\n"), "\(page)")
  }

  @Test func findingsOfOneMistakeWithOtherTypesAreListedWithTraces() throws {
    var report = adding(["one"], to: SampleReports.leaking(), 0)
    let last = report.findings.count - 1
    for index in report.findings[last].graph.nodes.indices
    where report.findings[last].graph.nodes[index].type == "FeedViewModel" {
      report.findings[last].graph.nodes[index].type = "SearchViewModel"
    }
    let files = try files(of: report)
    #expect(
      files["leakcheck.md"]?.contains(
        "**1 more finding** with other types has the same cause: [trace](graphs/view-model--none.md)"
      ) == true)
    let page = try #require(files["graphs/view-model--none.md"])
    #expect(page.contains("<summary><code>SearchViewModel → DisposeBag"), "\(page)")
    #expect(page.contains("╭─▶ SearchViewModel"))
  }

  @Test func aFailedVariantIsShownInTheRowAndColumnOfItsEnding() throws {
    var report = SampleReports.clean()
    let completion = try #require(report.cells.first { $0.ending == "completion" })
    var variant = completion
    variant.ending = "completion+settled"
    variant.id = "create/map/completion+settled/afterSubscribe"
    variant.verdict = .fail
    variant.reason = "3 objects are left after the end, more than 0"
    report.cells.append(variant)
    let text = try #require(files(of: report)["leakcheck.md"])
    #expect(!text.contains("| completion, settled |"))
    #expect(text.contains("| completion | 3 | 0 | **✖ 1, unexpected** |"), "\(text)")
    #expect(text.contains("**✖ some**"))
  }
}
