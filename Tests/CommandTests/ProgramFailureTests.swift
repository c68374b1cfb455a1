import Foundation
import TestSupport
import Testing

/// Tests of what the reports say about a program that fails.
@Suite(.runsPrograms) struct ProgramFailureTests {
  @Test(arguments: [
    ("exit(3)", [], 4, "it ended with status 3"),
    ("exit(3)", ["--follow"], 4, "it ended with status 3"),
    ("exit(3)", ["--exit-status", "program"], 3, "it ended with status 3"),
    ("abort()", [], 4, "it crashed with signal 6"),
    ("exit(0)", [], 0, nil),
    ("kill(getpid(), SIGTERM)", [], 0, nil),
  ])
  func everyReportStatesTheFailure(
    ending: String, options: [String], status: Int32, failure: String?
  ) throws {
    try withCompiledProgram("import Foundation\n\(ending)\n", options: ["-Onone"]) { program in
      try withTemporaryFolder { folder in
        let formats = ["--format", "json,sarif,junit,md,html", "--output", folder.path]
        let result = try Tool.run(["exec"] + options + formats + ["--", program])
        #expect(result.status == status, "\(result.errors)")
        func contents(_ name: String) throws -> String {
          try String(contentsOf: folder.appending(path: "leakcheck.\(name)"), encoding: .utf8)
        }
        for name in ["json", "sarif", "junit.xml", "md", "html"] {
          let text = try contents(name)
          #expect(text.contains("failed: it") == (failure != nil && name != "json"), "\(text)")
          if let failure { #expect(text.contains(failure), "\(text)") }
        }
        #expect(try contents("sarif").contains(#""exitCode" : \#(status)"#))
        #expect(try contents("junit.xml").contains("no leaks") == (failure == nil))
      }
    }
  }
}
