import Findings

/// `graphs/NAME.md`, the page about a class of findings (see `FindingClass`): the first finding
/// with its trace and its picture, the sources and operators of the matrix cells in which it was
/// seen, and the traces of the findings with other types.
struct FindingPage {
  /// The first line of every page that this program writes. The program recognizes its own files by
  /// this line.
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
