package import Findings

/// `leakcheck.txt`: the text for the terminal, without colors, line wrapping and the duration of
/// the run. It begins with the verdict and, if the program failed, the failure.
package struct TextFormat: ReportFormat {
  /// The first characters of each text report that this program writes to a file. The program
  /// recognizes its own file by these characters.
  private static let opening = "leakcheck report: "

  package let name = "text"

  package var fileOpenings: [String: String] { ["leakcheck.txt": Self.opening] }

  package init() {}

  package func files(for report: LeakReport) -> [OutputFile] {
    let head = [Self.opening + ReportVocabulary.verdict(of: report)]
    let failure = ReportVocabulary.failure(of: report).map { [$0] } ?? []
    let text = TerminalText(lines: TextReport(of: report).text()).description
    let lines = head + failure + ["", text]
    return [OutputFile(path: "leakcheck.txt", contents: lines.joined(separator: "\n"))]
  }
}
