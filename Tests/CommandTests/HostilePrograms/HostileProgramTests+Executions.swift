import Foundation
import Testing

/// Tests of programs that execute or start other programs, some of which write no report.
extension HostileProgramTests {
  /// Source of a program that, if it has arguments, leaks an object and executes another program.
  private static let executing = """
    import Foundation
    final class Lost { var number = 1 }
    @inline(never) func lose() { _ = Unmanaged.passRetained(Lost()) }
    let words = CommandLine.arguments.dropFirst()
    if let name = words.first {
      lose()
      var list = words.map { strdup($0) } + [nil]
      execvp(name, &list)
      perror(name)
    }
    print("done")
    """

  /// Expects that one program is named as not examined.
  private static func expectNamed(
    _ result: Tool.Result, _ name: String, because reason: String = "it wrote no report",
    output: String = "done\n", sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(result.status == 3, "\(result.errors)", sourceLocation: sourceLocation)
    #expect(
      result.errors.contains("leakcheck: \(name) could not be examined: \(reason)"),
      "\(result.errors)", sourceLocation: sourceLocation)
    #expect(
      result.errorLines.last?.contains(", 1 not examined") == true, "\(result.errors)",
      sourceLocation: sourceLocation)
    #expect(result.output == output, sourceLocation: sourceLocation)
  }

  @Test func aProgramThatExecutesAnotherIsReported() throws {
    try withCompiledProgram(Self.executing, options: ["-Onone"]) { program in
      for script in [
        "'\(program)' '\(program)'", "exec '\(program)' env '\(program)'",
        "'\(program)' true; '\(program)'", "'\(program)' /no/program; '\(program)' '\(program)'",
      ] {
        let result = try Self.exec(
          "/bin/sh", arguments: ["-c", script], options: ["--follow", "--fail-on", "none"])
        let isRepeated = script.contains("/no/program")
        Self.expectNamed(result, "program", output: isRepeated ? "done\ndone\n" : "done\n")
      }
      let alone = try Self.exec(program, arguments: [program])
      #expect(alone.status == 3, "\(alone.errors)")
      #expect(alone.errors.contains("it executed another program"), "\(alone.errors)")
    }
  }

  /// `env -i` removes the variables that load the recorder.
  @Test func aProgramStartedWithoutTheRecorderIsReported() throws {
    try withCompiledProgram(Self.executing, options: ["-Onone"]) { program in
      let script = "env -i '\(program)'; env -i /bin/true; '\(program)'"
      let result = try Self.exec("/bin/sh", arguments: ["-c", script], options: ["--follow"])
      Self.expectNamed(result, "program", output: "done\ndone\n")
    }
  }

  /// The result must ignore a program without Swift, and a process that is forked only to start it.
  @Test func programsWithoutSwiftAreNotReported() throws {
    let source =
      "import Foundation\n" + Self.forking + """
        let words = ["env", "-i", "/bin/true"]
        var list = words.map { strdup($0) } + [nil]
        if fork() == 0 {
          execvp("env", &list)
          _exit(1)
        }
        wait(nil)
        print("done")
        """
    try withCompiledProgram(source, options: ["-Onone"]) { program in
      let script = "ls > /dev/null; '\(program)'; exec /bin/true"
      let result = try Self.exec("/bin/sh", arguments: ["-c", script], options: ["--follow"])
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.errorLines.last == "leakcheck: 1 program examined, none leaking")
      #expect(result.output == "done\n")
    }
  }

  @Test func aFollowedFullyStaticProgramIsReported() throws {
    try withCompiledProgram(Self.executing, options: ["-Onone"]) { dynamic in
      try withCompiledProgram(
        "print(\"static\")", options: ["-Onone", "-static-executable"]
      ) { program in
        for arguments in [
          ["/bin/sh", "-c", "'\(program)'; '\(dynamic)'"],
          ["/bin/sh", "-c", "'\(program)' & wait; '\(dynamic)' & wait"],
        ] {
          let result = try Self.exec(
            arguments[0], arguments: Array(arguments.dropFirst()), options: ["--follow"])
          Self.expectNamed(
            result, "program", because: "it is fully static", output: "static\ndone\n")
        }
        let alone = try Self.exec(program, options: ["--follow"])
        Self.expectNamed(alone, "program", because: "it is fully static", output: "static\n")
      }
    }
  }

  /// Users preload an allocator in this way.
  @Test func aProgramThatPreloadsAnotherLibraryIsReported() throws {
    try withCompiledProgram(Self.executing, options: ["-Onone"]) { program in
      let script = "'\(program)'; LD_PRELOAD=libm.so.6 '\(program)'; true"
      let result = try Self.exec("/bin/sh", arguments: ["-c", script], options: ["--follow"])
      Self.expectNamed(result, "program", output: "done\ndone\n")
    }
  }

  /// A program in another language may also be fully static.
  @Test func aFullyStaticProgramWithoutSwiftIsNotReported() throws {
    let helper = try compiledC(
      "int main(void) { return 0; }\n", options: ["-static"], to: "helper")
    try withCompiledProgram(Self.executing, options: ["-Onone"]) { program in
      let result = try Self.exec(
        "/bin/sh", arguments: ["-c", "'\(helper)'; '\(program)'"], options: ["--follow"])
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output == "done\n")
    }
  }

  /// Another file is at the program's path when the command reads the report.
  @Test(arguments: [[], ["--follow"]])
  func aProgramThatReplacesItsOwnFileIsAnalyzed(options: [String]) throws {
    let result = try Self.execLosing(
      """
      let path = CommandLine.arguments[0]
      unlink(path)
      try! Data("#!/bin/sh\\n".utf8).write(to: URL(fileURLWithPath: path))
      print("done")
      """, options: options)
    #expect(result.status == 1, "\(result.errors)")
    #expect(result.errors.contains("1 finding about over-retained"), "\(result.errors)")
  }
}
