import Findings
import Foundation
import Reporting
import TestSupport
import Testing

/// Tests of programs that a script starts. Some of the programs crash or are killed.
@Suite(.runsPrograms) struct FollowedProgramTests {
  private static let source = """
    import Foundation
    final class Node { var next: Node? }
    @inline(never) func leak() { let node = Node(); node.next = node }
    switch CommandLine.arguments[1] {
    case "leak": leak()
    case "crash": print([1, 2].dropFirst(5)[7])
    case "sleep": Thread.sleep(forTimeInterval: 60)
    case "wait":
      leak()
      FileManager.default.createFile(atPath: CommandLine.arguments[2], contents: nil)
      Thread.sleep(forTimeInterval: 60)
    default: break
    }
    """

  /// Compiles the program, and copies it as `first` and `second`, so that the two are different
  /// programs. Calls `body` with their folder.
  private func withPrograms(_ body: (URL) throws -> Void) throws {
    try withCompiledProgram(Self.source, options: ["-g"]) { program in
      try withTemporaryFolder { folder in
        for name in ["first", "second"] {
          try FileManager.default.copyItem(
            atPath: program, toPath: folder.appending(path: name).path)
        }
        try body(folder)
      }
    }
  }

  private func report(in folder: URL) throws -> LeakReport {
    try ReportReader.report(
      from: Data(contentsOf: folder.appending(path: "leakcheck.json")), name: "leakcheck.json")
  }

  @Test func aCrashIsReportedIfTheScriptContinues() throws {
    try withPrograms { folder in
      let (before, after) = (folder.appending(path: "before"), folder.appending(path: "after"))
      let whole = try Tool.run([
        "exec", "--output", before.path, "--follow", "--", "/bin/sh", "-c",
        "\(folder.path)/first leak; \(folder.path)/second clean",
      ])
      #expect(whole.status == 1, "\(whole.errors)")
      let crashed = try Tool.run([
        "exec", "--output", after.path, "--follow", "--", "/bin/sh", "-c",
        "\(folder.path)/first crash; \(folder.path)/second clean",
      ])
      #expect(crashed.status == 4, "\(crashed.errors)")
      #expect(
        crashed.errors.hasSuffix("2 programs examined, none leaking; first crashed\n"),
        "\(crashed.errors)")
      #expect(try report(in: after).program?.failure == "first: it crashed")
      let page = try String(contentsOf: after.appending(path: "leakcheck.md"), encoding: .utf8)
      #expect(page.hasPrefix("# leakcheck: ✖ a program failed\n"), "\(page)")
      #expect(page.contains("A program failed: first: it crashed"), "\(page)")
      #expect(try report(in: after).summary.verdict == .failed)
      let diff = try Tool.run(["diff", before.path, after.path])
      #expect(diff.status == 3 && diff.output.contains("? missing"), "\(diff.output)")
    }
  }

  /// A test may start processes that crash on purpose. Here, another process of the same program
  /// succeeds.
  @Test func aCrashIsIgnoredIfAnotherProcessOfTheProgramSucceeds() throws {
    try withPrograms { folder in
      let output = folder.appending(path: "output")
      let result = try Tool.run([
        "exec", "--output", output.path, "--follow", "--", "/bin/sh", "-c",
        "\(folder.path)/first crash; \(folder.path)/first clean",
      ])
      #expect(result.status == 0 && !result.errors.hasSuffix("crashed\n"), "\(result.errors)")
      #expect(try report(in: output).program?.failure == nil)
    }
  }

  @Test func findingsOfAnUnexaminedProgramAreMissingInADiff() throws {
    try withPrograms { folder in
      let (before, after) = (folder.appending(path: "before"), folder.appending(path: "after"))
      for (output, program, word) in [(before, "first", "leak"), (after, "second", "clean")] {
        _ = try Tool.run([
          "exec", "--output", output.path, "--", "\(folder.path)/\(program)", word,
        ])
      }
      let diff = try Tool.run(["diff", before.path, after.path])
      #expect(diff.status == 3, "\(diff.output)")
      #expect(
        diff.output.hasSuffix("0 fixed, 0 unchanged, 1 missing, HEAD did not examine first\n"),
        "\(diff.output)")
      let baseline = ["--baseline", folder.appending(path: "baseline.json").path, "--report"]
      #expect(try Tool.run(["baseline", "create"] + baseline + [before.path]).status == 0)
      let pruned = try Tool.run(["baseline", "prune"] + baseline + [after.path])
      #expect(pruned.output.hasPrefix("leakcheck: 1 known, "), "\(pruned.output)")
      #expect(
        pruned.errors
          == "leakcheck: 1 entry is kept, because the report does not cover first\n")
    }
  }

  /// A report of an earlier run, or of only some of the programs, must not look like a result.
  @Test(arguments: [false, true]) func aKilledRunLeavesNoCleanReport(follows: Bool) throws {
    try withPrograms { folder in
      let output = folder.appending(path: "output")
      let file = output.appending(path: "leakcheck.json").path
      let clean = ["exec", "--output", output.path, "--", "\(folder.path)/first", "clean"]
      #expect(try Tool.run(clean).status == 0)
      let process = Process()
      process.executableURL = Tool.url
      process.arguments =
        follows
        ? [
          "exec", "--quiet", "--output", output.path, "--follow", "--", "/bin/sh", "-c",
          "\(folder.path)/first clean; \(folder.path)/second sleep",
        ] : ["exec", "--quiet", "--output", output.path, "--", "\(folder.path)/second", "sleep"]
      try process.run()
      // The report of the first program is written while the second one runs.
      var hasVanished = false
      for _ in 0..<400 {
        let exists = FileManager.default.fileExists(atPath: file)
        if !exists { hasVanished = true }
        if hasVanished && exists == follows { break }
        usleep(50_000)
      }
      #expect(hasVanished)
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      if follows {
        #expect(try report(in: output).verdict(failing: .new) == .inconclusive)
      } else {
        #expect(!FileManager.default.fileExists(atPath: file))
      }
    }
  }

  /// If the report cannot be written, its text is printed nevertheless.
  @Test func findingsArePrintedIfTheyCannotBeWritten() throws {
    try withPrograms { folder in
      let output = folder.appending(path: "output")
      try FileManager.default.createDirectory(
        at: output.appending(path: "leakcheck.json"), withIntermediateDirectories: true)
      let result = try Tool.run([
        "exec", "--format", "json", "--output", output.path, "--", "\(folder.path)/first", "leak",
      ])
      #expect(result.status == 2 && result.errors.contains("cannot write"), "\(result.errors)")
      #expect(result.errors.contains("1 leaked cycle"), "\(result.errors)")
    }
  }

  /// A shell ends at a signal, or waits for its child, without passing the signal on.
  @Test(arguments: [SIGTERM, SIGINT]) func aSignalReachesFollowedPrograms(signal: Int32) throws {
    try withPrograms { folder in
      let (started, errors) = (folder.appending(path: "started"), folder.appending(path: "errors"))
      try Data().write(to: errors)
      let process = Process()
      process.executableURL = Tool.url
      process.arguments = [
        "exec", "--follow", "--", "/bin/sh", "-c",
        "\(folder.path)/first wait \(started.path); \(folder.path)/second clean",
      ]
      process.standardError = try FileHandle(forWritingTo: errors)
      try process.run()
      for _ in 0..<2_400 where !FileManager.default.fileExists(atPath: started.path) {
        usleep(50_000)
      }
      let clock = ContinuousClock()
      let start = clock.now
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      #expect(clock.now - start < .seconds(20))
      let text = try String(contentsOf: errors, encoding: .utf8)
      #expect(text.contains("report on first"), "\(text)")
      #expect(text.contains("1 leaked cycle"), "\(text)")
    }
  }
}
