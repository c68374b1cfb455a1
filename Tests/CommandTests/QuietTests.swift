import Foundation
import TestSupport
import Testing

/// Tests of `--quiet`, with which the command prints one line, the result.
@Suite(.runsPrograms) struct QuietTests {
  @Test(arguments: [
    ([String](), Int32(1), "leakcheck: 1 leaked cycle, "),
    (["--suppress", "Node"], 0, "leakcheck: 0 leaked cycles, "),
    (["--format", "md"], 1, "leakcheck: 1 leaked cycle, "),
    (["--format", "text", "--fail-on", "none"], 0, "leakcheck: 1 leaked cycle, "),
    (["--follow"], 1, "leakcheck: 1 program examined, 1 leaking"),
  ])
  func theResultOfAProgramIsOneLine(options: [String], status: Int32, line: String) throws {
    try withCompiledProgram(OutputFolderTests.source, options: ["-g"]) { program in
      let result = try Tool.run(["exec", "--quiet"] + options + ["--", program, "leak"])
      #expect(result.status == status, "\(result.errors)")
      #expect(result.output == "")
      #expect(result.errorLines.count == 1, "\(result.errors)")
      #expect(result.errors.hasPrefix(line), "\(result.errors)")
    }
  }

  @Test func theResultOfAllProgramsIsOneLine() throws {
    try withCompiledProgram(OutputFolderTests.source, options: ["-g"]) { program in
      let result = try Tool.run([
        "exec", "--follow", "--quiet", "--", "/bin/sh", "-c", "\(program) leak; \(program) clean",
      ])
      #expect(result.status == 1)
      let name = URL(fileURLWithPath: program).lastPathComponent
      #expect(
        result.errors == "leakcheck: 2 programs examined, 1 leaking (\(name))\n",
        "\(result.errors)")
    }
  }

  @Test func aFailureIsPrintedWithTheResult() throws {
    let source = "import Foundation\nexit(3)"
    try withCompiledProgram(source, options: ["-g"]) { program in
      let result = try Tool.run(["exec", "--quiet", "--", program])
      #expect(result.status == 4)
      #expect(result.errorLines.count == 2, "\(result.errors)")
      #expect(result.errorLines.last?.hasSuffix("failed: it ended with status 3") == true)
    }
  }

  @Test func aResultOfTheMatrixIsOneLineInAnyFormat() throws {
    let result = try Tool.run(["run", "--quiet", "--format", "json", "--filter", "create/direct"])
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("leakcheck: 0 unexpected cycles, "))
    #expect(result.output.split(separator: "\n").count == 1)
  }
}
