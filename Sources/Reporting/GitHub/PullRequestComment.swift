import Findings

/// The comment on a pull request: the report's first screen, and how to reproduce it.
struct PullRequestComment {
  /// By this a workflow finds its earlier comment, to write over it.
  static let marker = "<!-- leakcheck -->"
  /// GitHub refuses comments of more than 65,536 characters.
  private static let mostBytes = 60_000

  let report: LeakReport

  var text: String {
    let index = ReportIndex(report)
    var screen = FirstScreen(index: index, pictures: .mermaid)
    screen.mostInFull = 3
    var parts = screen.parts.map { $0.joined(separator: "\n") }
    while size(of: parts) > Self.mostBytes, screen.mostInFull > 0 {
      screen.mostInFull -= 1
      parts = screen.parts.map { $0.joined(separator: "\n") }
    }
    var kept = [Self.marker]
    for part in parts + [reproduction] where size(of: kept + [part]) <= Self.mostBytes {
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
