import Foundation
import TestSupport
import Testing

/// Tests that the reports in README and in the article about reports are those of the programs that
/// are shown with them.
@Suite(.runsPrograms) struct ShownReportTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test func theFirstReportInReadmeMatchesItsProgram() throws {
    let text = try Self.text("README.md")
    let shown = try #require(Self.block(after: "```\n$ leakcheck exec -- .build/debug/App\n", text))
    let source = try #require(
      Self.block(after: "<code>FeedViewModel.swift</code></summary>\n\n```swift\n", text))
    let libraries = ["Streams", "ResourceRegistry"]
    let objects = try libraries.flatMap(BuiltModules.objectFiles)
    let program = try Compilation(
      of: ["FeedViewModel.swift": source],
      with: ["swiftc", "-g", "-module-name", "App", "-I", BuiltModules.folder.path]
        + ["FeedViewModel.swift"] + objects.map(\.path) + ["-o", "App"],
      reading: objects + BuiltModules.files(of: libraries.contains)
    ).outcome().file("App")
    try Self.check(shown, isPrintedFor: program)
  }

  @Test func theReportInTheArticleMatchesItsProgram() throws {
    let text = try Self.text("Sources/leakcheck/leakcheck.docc/ReadingAReport.md")
    let source = try #require(Self.block(after: "```swift\n", text))
    let shown = try #require(
      Self.block(after: "`leakcheck exec -- ./feed` prints:\n\n```text\n", text))
    let program = try Compilation(
      of: ["feed.swift": source], with: ["swiftc", "-g", "feed.swift", "-o", "feed"]
    ).outcome().file("feed")
    try Self.check(shown, isPrintedFor: program)
  }

  /// Checks that the report on a program has the shown lines. A line that consists of `…` stands
  /// for any lines.
  private static func check(_ shown: String, isPrintedFor program: String) throws {
    let printed = try Tool.run(["exec", "--color", "never", "--", program]).errors
      .split(separator: "\n", omittingEmptySubsequences: false)
    var rest = printed[...]
    let parts = shown.split(separator: "\n", omittingEmptySubsequences: false)
      .split { $0.allSatisfy { $0 == " " || $0 == "…" } && $0.contains("…") }
    for (index, part) in parts.enumerated() {
      let lines = Array(part)
      let found = rest.indices.first { rest[$0...].starts(with: lines) }
      let start = try #require(found, "not printed: \(lines)\nprinted: \(printed)")
      #expect(index > 0 || start == 0)
      rest = rest[(start + lines.count)...]
    }
  }

  /// Returns the lines of the code block that follows `opening`.
  private static func block(after opening: String, _ text: String) -> String? {
    guard let start = text.range(of: opening)?.upperBound,
      let end = text[start...].range(of: "\n```")?.lowerBound
    else { return nil }
    return String(text[start..<end])
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
