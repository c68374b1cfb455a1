import Foundation
import TestSupport
import Testing

/// Tests of programs and environments in which an analysis could hang or disturb the program.
///
/// Most of the programs leak one over-retained object, which only a search of all roots can find.
/// If that search is impossible, the result must be inconclusive.
@Suite(.runsPrograms) struct HostileProgramTests {
  /// Source that declares the class `Lost` and leaks one instance.
  static let losing = """
    import Foundation
    final class Lost { var number = 1 }
    @inline(never) func lose() { _ = Unmanaged.passRetained(Lost()) }
    lose()

    """

  /// Runs the command with a program, within a time limit.
  ///
  /// - Parameters:
  ///   - wrapper: Another command, with arguments, that starts the command.
  ///   - seconds: The time limit. When it is reached, the command and its child processes are
  ///     killed and the test fails.
  static func exec(
    _ program: String, arguments: [String] = [], options: [String] = [], wrapper: [String] = [],
    environment: [String: String] = [:], within seconds: Int = 60
  ) throws -> Tool.Result {
    let tool = Tool.installed ?? Tool.url
    let words =
      ["timeout", "-k", "5", "\(seconds)"] + wrapper + [tool.path, "exec"] + options
      + ["--", program] + arguments
    let result = try Tool.run(words, of: URL(fileURLWithPath: "/usr/bin/env"), environment)
    #expect(result.status != 124 && result.status != 137, "took longer than \(seconds) s")
    return result
  }

  /// Compiles a program that leaks, and runs the command with it.
  static func execLosing(
    _ source: String, options: [String] = [], wrapper: [String] = [],
    environment: [String: String] = [:], within seconds: Int = 60
  ) throws -> Tool.Result {
    try withCompiledProgram(losing + source, options: ["-Onone"]) { program in
      try exec(
        program, options: options, wrapper: wrapper, environment: environment, within: seconds)
    }
  }

  /// Expects that the command finds the leaked object, and that the program's output is unchanged.
  static func expectFound(
    _ result: Tool.Result, output: String = "done\n",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(result.status == 1, "\(result.errors)", sourceLocation: sourceLocation)
    #expect(
      result.errors.contains("1 finding about over-retained"), "\(result.errors)",
      sourceLocation: sourceLocation)
    #expect(result.output == output, sourceLocation: sourceLocation)
  }

  /// Expects an inconclusive result with the reason in the last line, and unchanged program output.
  static func expectInconclusive(
    _ result: Tool.Result, because reason: String, output: String = "done\n",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(result.status == 3, "\(result.errors)", sourceLocation: sourceLocation)
    #expect(
      result.errorLines.last?.contains(reason) == true, "\(result.errors)",
      sourceLocation: sourceLocation)
    #expect(result.output == output, sourceLocation: sourceLocation)
  }
}
