package import Findings

/// `leakcheck.md`, which is the main report for people, and the files in `graphs/`: a page, a
/// picture and a DOT file for each class of findings (see `FindingClass`).
package struct MarkdownFormat: ReportFormat {
  package let name = "md"

  package var fileOpenings: [String: String] { ["leakcheck.md": FirstScreen.opening] }
  package var graphOpenings: [String: String] { ["md": FindingPage.opening] }

  package init() {}

  package func files(for report: LeakReport) -> [OutputFile] {
    let index = ReportIndex(report)
    return [OutputFile(path: "leakcheck.md", contents: Self.text(of: index, pictures: .files))]
      + index.classes.map { FindingPage(finding: $0.first, index: index).file }
      + (report.findings.isEmpty ? [] : [GraphIndex(index: index).file])
      + DOTFormat().files(for: report) + SVGFormat().files(for: report)
  }

  /// Returns the main report, with diagrams instead of links to pictures.
  package func document(for report: LeakReport) -> String {
    Self.text(of: ReportIndex(report), pictures: .mermaid)
  }

  private static func text(of index: ReportIndex, pictures: MarkdownPictures) -> String {
    let parts = parts(of: index, pictures: pictures)
    return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  /// Returns the report's sections, each as lines, in order: the first screen, then the folded
  /// parts.
  static func parts(of index: ReportIndex, pictures: MarkdownPictures) -> [[String]] {
    let report = index.report
    let parts =
      FirstScreen(index: index, pictures: pictures).parts
      + [
        EndingMatrixText(index: index).lines, MarkdownExpected(index: index, pictures).lines,
        MarkdownCells(report: report).lines, MarkdownSelfTest(report: report).lines,
        MarkdownMethod(report: report).lines,
      ]
    return parts.filter { !$0.isEmpty }
  }
}
