import Foundation
import Findings
import OwnershipGraph
import Reporting
import Testing

@Suite struct HostileNamesTests {
  static let names = [
    #"Dictionary<String, "quoted">"#, "line\nbreak\r\ttab", "a|b||c", "<script>alert(1)</script>",
    "```\nfence", "back\\slash\\", "Ünïcödé 漢字 🎈", "]][[((}{", "#quot;&amp;<!--", "", " ",
    "\u{0}\u{7}\u{1B}[31m",
    "\u{202E}right to left\u{2028}", "*bold* _under_ ~~gone~~ # head", "n0 --> n1",
    "\";} evil [label=\"x",
    "../../etc/passwd", "%s%n$(id)`id`",
  ]

  /// Returns the sample report with a name in every position that can contain one.
  static func report(named name: String) -> LeakReport {
    var report = SampleReports.leaking()
    for index in report.findings.indices {
      for node in report.findings[index].graph.nodes.indices {
        report.findings[index].graph.nodes[node].type = name
        report.findings[index].graph.nodes[node].id = "\(name)#\(node)"
        report.findings[index].graph.nodes[node].location = SourceLocation(file: name, line: 1)
      }
      for reference in report.findings[index].graph.references.indices {
        report.findings[index].graph.references[reference].label = name
      }
      report.findings[index].roots = [name]
      report.findings[index].locations = [SourceLocation(file: name, line: 3)]
    }
    for index in report.cells.indices {
      report.cells[index].source = name
      report.cells[index].operator = name
      report.cells[index].timing = name
      report.cells[index].reason = name
      report.cells[index].freed = [name]
      report.cells[index].survivors = [name]
      report.cells[index].cuts = [.init(from: name, label: name, to: name)]
    }
    report.mutants[0].name = name
    report.mutants[0].summary = name
    report.reproduce = name
    return report
  }

  @Test(arguments: names) func jsonReadsBackAnyName(name: String) throws {
    let report = Self.report(named: name)
    let text = try #require(try JSONFormat().files(for: report).first).contents
    #expect(try ReportReader.report(from: Data(text.utf8), name: "r") == report)
  }

  @Test(arguments: names) func markdownKeepsItsTablesAndCodeFences(name: String) throws {
    let text = try #require(MarkdownFormat().files(for: Self.report(named: name)).first).contents
    let plain = try #require(MarkdownFormat().files(for: Self.report(named: "Name")).first).contents
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let plainLines = plain.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == plainLines.count)
    for (line, plain) in zip(lines, plainLines) where plain.hasPrefix("|") {
      // Returns the number of bars that separate table cells, which are the bars without a
      // backslash before them.
      func bars(_ line: Substring) -> Int {
        line.replacing(#/\\\\/#, with: "").replacing(#/\\\|/#, with: "").count { $0 == "|" }
      }
      #expect(bars(line) == bars(plain), "\(line)")
    }
    var fence: Substring?
    var blocks = 0
    for line in lines {
      let ticks = line.prefix { $0 == "`" }
      if let open = fence {
        if line == open { fence = nil }
      } else if ticks.count >= 3 {
        fence = ticks
        blocks += 1
      } else {
        #expect(!line.contains("<script"), "\(line)")
      }
    }
    #expect(fence == nil)
    #expect(blocks == plainLines.count { $0.wholeMatch(of: #/```\w+/#) != nil })
  }

  @Test(arguments: names) func mermaidLabelsContainNoSyntaxCharacters(name: String) throws {
    let text = GitHubFormat.summary(of: Self.report(named: name))
    let graphs = text.split(separator: "```mermaid\n").dropFirst().map { $0.prefix { $0 != "`" } }
    #expect(graphs.count == 1)
    for line in graphs.joined(separator: "\n").split(separator: "\n") where line.contains("\"") {
      let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
      #expect(parts.count == 3, "\(line)")
      let label = parts[1].replacing(#/#[0-9]+;/#, with: "")
      #expect(!label.contains { "[](){}<>|`#;&\\".contains($0) }, "\(line)")
    }
  }

  @Test(arguments: names) func graphvizReadsAnyName(name: String) throws {
    guard let dot = Self.dotProgram else { return }
    for file in DOTFormat().files(for: Self.report(named: name)) {
      let process = Process()
      let input = Pipe()
      let errors = Pipe()
      process.executableURL = dot
      process.arguments = ["-Tcanon"]
      process.standardInput = input
      process.standardOutput = FileHandle.nullDevice
      process.standardError = errors
      try process.run()
      try input.fileHandleForWriting.write(contentsOf: Data(file.contents.utf8))
      try input.fileHandleForWriting.close()
      let message = String(
        decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationStatus == 0 && message.isEmpty, "\(message)\n\(file.contents)")
    }
  }

  @Test(arguments: names) func terminalTextHasNoControlCharactersOrExtraLines(name: String) {
    let text = TextReport(of: Self.report(named: name)).text()
    let plain = TextReport(of: Self.report(named: "Name")).text()
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
    #expect(text.count { $0 == "\n" } == plain.count { $0 == "\n" })
  }

  /// The program `dot` of Graphviz, if it is installed.
  private static var dotProgram: URL? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").lazy
      .map { URL(filePath: String($0)).appending(path: "dot") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  @Test(arguments: names) func filesOfAFindingStayInTheirFolder(name: String) {
    var report = Self.report(named: name)
    for index in report.findings.indices {
      report.findings[index].cells = ["\(name)/\(name)/\(name)/\(name)"]
      report.findings[index].fingerprint = "v1:\(name)"
    }
    for file in MarkdownFormat().files(for: report) where file.path != "leakcheck.md" {
      #expect(
        file.path.wholeMatch(of: #/graphs/[A-Za-z0-9-]+\.(dot|svg|md)/#) != nil, "\(file.path)")
    }
  }

  @Test(arguments: names) func picturesAreWellFormedAndHaveTheSameElements(name: String) throws {
    let plain = SVGFormat().files(for: Self.report(named: "Name"))
    for (file, other) in zip(SVGFormat().files(for: Self.report(named: name)), plain) {
      let count = try XMLElementCounter.count(in: file.contents)
      #expect(count == (try XMLElementCounter.count(in: other.contents)), "\(file.contents)")
    }
  }
}
