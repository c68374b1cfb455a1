import Foundation
import Findings
import Reporting
import TestSupport
import Testing

/// Tests of the counts in reports on programs, with a baseline and with several programs.
@Suite(.runsPrograms) struct ProgramGateTests {
  private static let source = """
    final class Pair { var other: Pair? }
    @inline(never) func leak() {
      let (one, other) = (Pair(), Pair())
      one.other = other
      other.other = one
    }
    leak()

    """

  private func report(_ folder: URL) throws -> LeakReport {
    let data = try Data(contentsOf: folder.appending(path: "leakcheck.json"))
    return try ReportReader.report(from: data, name: "leakcheck.json")
  }

  @Test func aKnownCycleIsCountedWhetherOrNotItFailsTheRun() throws {
    try withCompiledProgram(Self.source, options: ["-Onone", "-g"]) { program in
      try withTemporaryFolder { folder in
        let baseline = folder.appending(path: "baseline.json").path
        let exec = ["exec", "--format", "json,md", "--output", folder.path]
        #expect(try Tool.run(exec + ["--", program]).status == 1)
        let created = try Tool.run([
          "baseline", "create", "--baseline", baseline, "--report", folder.path,
        ])
        #expect(created.status == 0)
        for (failOn, status) in [("new", Int32(0)), ("all", 1), ("none", 0)] {
          let result = try Tool.run(
            exec + ["--baseline", baseline, "--fail-on", failOn, "--", program])
          #expect(result.status == status, "\(result.errors)")
          let line = "1 leaked cycle (1 known), "
          #expect(result.errors.contains("leakcheck: \(line)"), "\(result.errors)")
          let text = try String(
            contentsOf: folder.appending(path: "leakcheck.md"), encoding: .utf8)
          #expect(text.contains("**\(line)"), "\(text)")
          #expect(try report(folder).summary.unexpectedCycles == Int(status))
        }
      }
    }
  }

  @Test func aCycleOfSeveralProgramsIsCountedOnce() throws {
    try withCompiledProgram(Self.source, options: ["-Onone", "-g"]) { program in
      try withTemporaryFolder { folder in
        let result = try Tool.run([
          "exec", "--follow", "--format", "json,md", "--output", folder.path, "--", "sh", "-c",
          "\(program); \(program); \(program)",
        ])
        let joined = try report(folder)
        #expect(joined.findings.map(\.occurrences) == [3], "\(result.errors)")
        #expect(joined.summary.unexpectedCycles == 1)
        let text = try String(contentsOf: folder.appending(path: "leakcheck.md"), encoding: .utf8)
        #expect(text.contains("**1 leaked cycle, "), "\(text)")
      }
    }
  }
}
