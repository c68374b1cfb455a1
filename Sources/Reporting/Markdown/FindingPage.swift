import Findings

/// `graphs/NAME.md`: the first finding of a class with its trace and its picture, and the cells of
/// the others.
struct FindingPage {
  /// The first line of such a file, which identifies it.
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
