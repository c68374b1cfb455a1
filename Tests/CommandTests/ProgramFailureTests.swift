import Foundation
import TestSupport
import Testing

@testable import leakcheck

/// Tests of how the reports describe a program that fails.
@Suite(.runsPrograms) struct ProgramFailureTests {
  @Test(arguments: [
    ("exit(3)", [], 4, "it ended with status 3"),
    ("exit(3)", ["--follow"], 4, "it ended with status 3"),
    ("exit(3)", ["--exit-status", "program"], 3, "it ended with status 3"),
    ("abort()", [], 4, "it crashed with signal 6 (SIGABRT)"),
    ("exit(0)", [], 0, nil),
    ("kill(getpid(), SIGTERM)", [], 0, nil),
  ])
  func everyReportStatesTheFailure(
    ending: String, options: [String], status: Int32, failure: String?
  ) throws {
    try withCompiledProgram("import Foundation\n\(ending)\n", options: ["-Onone"]) { program in
      try withTemporaryFolder { folder in
        let formats = ["--format", "json,sarif,junit,md,html,text", "--output", folder.path]
        let result = try Tool.run(["exec"] + options + formats + ["--", program])
        #expect(result.status == status, "\(result.errors)")
        func contents(_ name: String) throws -> String {
          try String(contentsOf: folder.appending(path: "leakcheck.\(name)"), encoding: .utf8)
        }
        for name in ["json", "sarif", "junit.xml", "md", "html", "txt"] {
          let text = try contents(name)
          #expect(text.contains("failed: it") == (failure != nil && name != "json"), "\(text)")
          if let failure { #expect(text.contains(failure), "\(text)") }
        }
        let verdict = failure == nil ? "clean" : "failed"
        #expect(try contents("json").contains(#""verdict":"\#(verdict)""#))
        #expect(try contents("sarif").contains(#""exitCode" : \#(status)"#))
        #expect(try contents("junit.xml").contains("no leaks") == (failure == nil))
        #expect(try contents("md").contains("✓ clean") == (failure == nil))
      }
    }
  }

  @Test(arguments: [
    (SIGSEGV, "it crashed with signal 11 (SIGSEGV)"),
    (SIGKILL, "it was ended by signal 9 (SIGKILL)"),
    (SIGALRM, "it was ended by signal 14 (SIGALRM)"), (SIGTERM, nil),
  ])
  func onlyASignalOfAMistakeIsCalledACrash(signal: Int32, failure: String?) {
    #expect(SpawnedProgram.Ending.signal(signal).failure == failure)
  }

  @Test func diffReportsNothingAsFixedIfTheProgramFailed() throws {
    let source = """
      import Foundation
      final class Pair { var other: Pair? }
      @inline(never) func leak() {
        let (one, other) = (Pair(), Pair())
        one.other = other
        other.other = one
      }
      if CommandLine.arguments.count > 1 { exit(3) }
      leak()

      """
    try withCompiledProgram(source, options: ["-Onone", "-g"]) { program in
      try withTemporaryFolder { folder in
        let base = folder.appending(path: "base").path
        let head = folder.appending(path: "head").path
        let exec = ["exec", "--format", "json", "--output"]
        #expect(try Tool.run(exec + [base, "--", program]).status == 1)
        #expect(try Tool.run(exec + [head, "--", program, "fail"]).status == 4)
        let result = try Tool.run(["diff", base, head])
        #expect(result.status == 3, "\(result.output)")
        #expect(!result.output.contains("✓ fixed") && result.output.contains("? missing"))
        #expect(result.lastLine.contains("the program of HEAD failed: it ended with status 3"))
        #expect(try Tool.run(["diff", head, base]).status == 1)

        let baseline = folder.appending(path: "baseline.json").path
        let options = ["--baseline", baseline, "--report"]
        #expect(try Tool.run(["baseline", "create"] + options + [base]).status == 0)
        let pruned = try Tool.run(["baseline", "prune"] + options + [head])
        #expect(pruned.status == 2 && pruned.errors.contains("the program failed"))
      }
    }
  }

  /// The second program leaks nothing, and the result must not be about it alone.
  @Test(arguments: [
    "kill(getpid(), SIGKILL)", "kill(getpid(), SIGUSR1)",
    "if forkProcess() == 0 { kill(getpid(), SIGKILL) } else { wait(nil) }",
  ])
  func aMissingReportOfAFollowedProgramIsInconclusive(ending: String) throws {
    let source = """
      import Foundation
      @_silgen_name("fork") func forkProcess() -> pid_t
      final class Node { var next: Node? }
      let node = Node()
      if CommandLine.arguments.count > 1 { \(ending) }

      """
    try withCompiledProgram(source, options: ["-Onone"]) { program in
      let script = "'\(program)' end; '\(program)'"
      let result = try Tool.run(["exec", "--follow", "--", "/bin/sh", "-c", script])
      #expect(result.status == 3, "\(result.errors)")
      #expect(result.errors.contains("program could not be examined: it wrote no report"))
      #expect(
        result.errors.contains(" examined, none leaking, 1 not examined"), "\(result.errors)")
    }
  }
}
