import Findings

/// The comment on a pull request: the report's first screen, and the command to reproduce it.
struct PullRequestComment {
  /// A marker by which a workflow finds its earlier comment in order to replace it.
  static let marker = "<!-- leakcheck -->"
  /// The maximum size in bytes. GitHub refuses comments of more than 65,536 characters.
  private static let maxBytes = 60_000

  let report: LeakReport

  var text: String {
    let index = ReportIndex(report)
    var screen = FirstScreen(index: index, pictures: .mermaid)
    screen.maxInFull = 3
    var parts = screen.parts.map { $0.joined(separator: "\n") }
    while size(of: parts) > Self.maxBytes, screen.maxInFull > 0 {
      screen.maxInFull -= 1
      parts = screen.parts.map { $0.joined(separator: "\n") }
    }
    var kept = [Self.marker]
    for part in parts + [reproduction] where size(of: kept + [part]) <= Self.maxBytes {
      kept.append(part)
    }
    return kept[0] + "\n" + kept.dropFirst().joined(separator: "\n\n") + "\n"
  }

  private func size(of parts: [String]) -> Int { parts.reduce(0) { $0 + $1.utf8.count + 2 } }

  private var reproduction: String {
    (["To reproduce:", ""] + Escaping.fenced([Escaping.line(report.reproduce)], language: "sh"))
      .joined(separator: "\n")
  }
}
