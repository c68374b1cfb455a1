import Findings

/// `graphs/NAME.md`: one finding with its trace, its picture and the cells that show it.
struct FindingPage {
  /// By its first line a file is known to be one of these.
  static let opening = "<!-- leakcheck: finding -->"

  let finding: Finding
  let index: ReportIndex

  var file: OutputFile {
    let lines =
      [Self.opening, ""]
      + MarkdownFinding(finding: finding, index: index, pictures: .files, isPage: true).lines
      + ["", "[report](../leakcheck.md)"]
    return OutputFile(
      path: index.path(of: finding, "md"), contents: lines.joined(separator: "\n") + "\n")
  }
}
