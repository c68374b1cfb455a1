import Foundation
import TestSupport
import Testing

/// Tests of the reports that a run leaves in the output folder, where an earlier run left its own.
@Suite(.runsPrograms) struct OutputFolderTests {
  /// The source of a program that leaks a cycle or kills itself, depending on its first argument.
  static let source = """
    import Foundation
    final class Node { var next: Node? }
    @inline(never) func leak() { let node = Node(); node.next = node }
    switch CommandLine.arguments[1] {
    case "leak": leak()
    case "die": kill(getpid(), SIGKILL)
    default: break
    }
    """

  private static let formats = "text,md,dot,svg,json,sarif,junit,html"

  /// Runs the program so that it leaks, with every format except `github`, and adds files that do
  /// not belong to a report. Calls `body` with the folder and the program.
  private func withReports(_ body: (URL, String) throws -> Void) throws {
    try withCompiledProgram(Self.source, options: ["-g"]) { program in
      try withTemporaryFolder { folder in
        let result = try Tool.run([
          "exec", "--format", Self.formats, "--output", folder.path, "--", program, "leak",
        ])
        #expect(result.status == 1, "\(result.errors)")
        for name in Self.foreign {
          try Data("mine".utf8).write(to: folder.appending(path: name))
        }
        try body(folder, program)
      }
    }
  }

  private static let foreign = ["graphs/mine.svg", "leakcheck-notes.md"]

  @Test func oldReportsAreRemovedIfTheProgramWritesNoReport() throws {
    try withReports { folder, program in
      let before = try files(below: folder)
      #expect(before.count > Self.foreign.count + 6, "\(before)")
      let result = try Tool.run(["exec", "--output", folder.path, "--", program, "die"])
      #expect(result.status == 4, "\(result.errors)")
      #expect(try files(below: folder) == Self.foreign)
      let read = try Tool.run(["explain", "v1:0", "--report", folder.path])
      #expect(read.status == 2 && read.errors.contains("cannot be read"), "\(read.errors)")
    }
  }

  @Test(arguments: [["--", "/bin/sh"], ["--follow", "--", "/bin/sh", "-c", "true"]])
  func oldReportsAreRemovedIfTheProgramIsNotExamined(words: [String]) throws {
    try withReports { folder, _ in
      let result = try Tool.run(["exec", "--output", folder.path] + words)
      #expect(result.status == 3, "\(result.errors)")
      #expect(try files(below: folder) == Self.foreign)
    }
  }

  @Test func aRunReplacesReportsInOtherFormats() throws {
    try withReports { folder, program in
      let result = try Tool.run([
        "exec", "--format", "json", "--output", folder.path, "--", program, "clean",
      ])
      #expect(result.status == 0, "\(result.errors)")
      #expect(try files(below: folder) == (Self.foreign + ["leakcheck.json"]).sorted())
    }
  }

  @Test func anInvalidCommandLineChangesNoReport() throws {
    try withReports { folder, program in
      let before = try files(below: folder)
      for words in [["--", "no-such-program"], ["--baseline", "/nowhere", "--", program, "die"]] {
        #expect(try Tool.run(["exec", "--output", folder.path] + words).status == 2)
      }
      #expect(try files(below: folder) == before)
    }
  }

  /// The reports in the folder are about the same run as the new report.
  @Test func aComparisonKeepsTheReportsThatItReads() throws {
    try withReports { folder, _ in
      let before = try files(below: folder)
      try FileManager.default.removeItem(at: folder.appending(path: "leakcheck.sarif"))
      let result = try Tool.run([
        "diff", folder.path, folder.path, "--format", "sarif", "--output", folder.path,
      ])
      #expect(result.status == 0, "\(result.errors)")
      #expect(try files(below: folder) == before)
    }
  }

  @Test func theTextReportIsWrittenToTheFolder() throws {
    try withCompiledProgram(Self.source, options: ["-g"]) { program in
      try withTemporaryFolder { folder in
        let words = ["--format", "text", "--output", folder.path, "--", program, "leak"]
        let result = try Tool.run(["exec", "--color", "always"] + words)
        #expect(result.status == 1, "\(result.errors)")
        #expect(result.errors.contains("Node"))
        #expect(try files(below: folder) == ["leakcheck.txt"])
        let text = try String(
          contentsOf: folder.appending(path: "leakcheck.txt"), encoding: .utf8)
        #expect(text.hasPrefix("leakcheck report: ✖ leaking\n\n✖ "), "\(text)")
        #expect(text.hasSuffix(" examined\n"), "\(text)")
        #expect(!text.contains("\u{1B}"))
      }
    }
  }
}
