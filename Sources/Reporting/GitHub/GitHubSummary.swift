import Findings

/// The Markdown report, without the sections that exceed the maximum size of a job summary.
struct GitHubSummary {
  /// The maximum size in bytes. GitHub refuses a step's summary of more than 1 MiB, and the step
  /// may append more text to this summary.
  static let maxBytes = 1_000_000

  let report: LeakReport

  var text: String {
    var parts: [String] = []
    var size = 0
    var leftOut = 0
    let sections = MarkdownFormat.parts(of: ReportIndex(report), pictures: .mermaid)
    for part in sections.map({ $0.joined(separator: "\n") }) {
      if size + part.utf8.count + 2 > Self.maxBytes {
        leftOut += 1
      } else {
        parts.append(part)
        size += part.utf8.count + 2
      }
    }
    if leftOut > 0 {
      parts.append(
        "\(ReportVocabulary.counted(leftOut, "section")) did not fit: they are in `leakcheck.md`.")
    }
    return parts.joined(separator: "\n\n") + "\n"
  }
}
