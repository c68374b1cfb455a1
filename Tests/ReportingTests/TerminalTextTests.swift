import Reporting
import Testing

@Suite struct TerminalTextTests {
  @Test(arguments: [
    ("✖ retain-cycle  v1:0  ⇄ … ·", "✖ retain-cycle  v1:0  ⇄ … ·"),
    ("\u{1B}[31;1m✖\u{1B}[0m cycle", "\u{1B}[31;1m✖\u{1B}[0m cycle"),
    ("a\u{1B}[2Jb", "a\\u{1b}[2Jb"), ("a\u{1B}]0;title\u{7}", "a\\u{1b}]0;title\\u{7}"),
    ("a\rb\tc", "a\\u{d}b\tc"), ("\u{9B}31m", "\\u{9b}31m"), ("a\u{202E}b", "a\\u{202e}b"),
    ("::error::x", "\\u{3a}:error::x"), ("one\n  ::error::x\ntwo", "one\n  \\u{3a}:error::x\ntwo"),
    ("App::Cache", "App::Cache"), ("x ##[error]y", "x \\u{23}#[error]y"), ("Node#1", "Node#1"),
    ("", ""), ("\n", "\n"), ("漢字 🎈 é", "漢字 🎈 é"),
  ]) func escapesTerminalControlsAndWorkflowCommands(text: String, expected: String) {
    #expect(TerminalText(lines: text).description == expected)
  }

  @Test func knownFindingsOfAProgramAreListedWithoutCells() throws {
    var report = SampleReports.clean()
    report.cells = []
    report.findings[0].cells = []
    let lines = TextReport(of: report).text().split(separator: "\n")
    let line = try #require(lines.first { $0.contains("◆ control") })
    #expect(!line.contains("cell"), "\(line)")
    let listed = TextReport(of: SampleReports.clean()).text().split(separator: "\n")
    #expect(listed.contains { $0.contains("◆ control") && $0.hasSuffix("in 2 cells") })
  }

  @Test func aLongMessageIsShortenedInTheMiddleToOneLine() {
    let message = TerminalText(
      message: "the report '\(String(repeating: "x/", count: 5_000))'\n::error:: cannot be read",
      maxLength: 199
    ).description
    #expect(message.count == 199)
    #expect(message.hasPrefix("the report 'x/x/"))
    #expect(message.hasSuffix("x/'\\n::error:: cannot be read"))
    #expect(message.contains("…"))
  }
}
