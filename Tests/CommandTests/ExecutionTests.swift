import Foundation
import TestSupport
import Testing

/// Tests of the suggested breaks that `leakcheck exec` tries in a forked process, and of how they
/// are reported.
@Suite(.runsPrograms) struct ExecutionTests {
  /// A leak, and texts that must be in the report's line about trying the suggested break.
  struct Shape: Sendable, CustomTestStringConvertible {
    var name: String
    var source: String
    var words: [String]
    var confidence = "verified"
    var testDescription: String { name }
  }

  /// Returns the source of a program that leaks the objects of a shape. The objects are on the
  /// heap, even in optimized builds.
  private static func program(_ shape: Shape) -> String {
    """
    \(shape.source)
    @inline(never) func show(_ object: AnyObject) {
      if ObjectIdentifier(object).hashValue == 0 { print("shown") }
    }
    run()

    """
  }

  @Test(arguments: shapes, ["-Onone", "-O"])
  func suggestedBreaksAreExecuted(_ shape: Shape, _ optimization: String) throws {
    try withCompiledProgram(Self.program(shape), options: [optimization, "-g"]) { path in
      let result = try Tool.run(["exec", "--color", "never", "--", path])
      #expect(result.status == 1, "\(result.errors)")
      let lines = result.errorLines.filter {
        $0.contains("executed") || $0.contains("not verified")
      }
      #expect(!lines.isEmpty, "\(result.errors)")
      for words in shape.words {
        #expect(lines.contains { $0.contains(words) }, "\(words): \(result.errors)")
      }
      #expect(result.errors.contains("confidence: \(shape.confidence)"), "\(result.errors)")
    }
  }

  @Test func breaksAreNotExecutedWithNoVerify() throws {
    try withCompiledProgram(Self.program(Self.shapes[0]), options: ["-g"]) { path in
      let result = try Tool.run(["exec", "--no-verify", "--color", "never", "--", path])
      #expect(result.status == 1)
      #expect(!result.errors.contains("executed"), "\(result.errors)")
      #expect(!result.errors.contains("not verified"), "\(result.errors)")
      #expect(result.errors.contains("confidence: proven"), "\(result.errors)")
    }
  }

  /// After a crash, the process is forked inside a signal handler on an alternate stack, and the
  /// program may hold a lock of the allocator.
  @Test(arguments: [
    "raise(SIGSEGV)", "let block = malloc(24); free(block); free(block)", "raise(SIGTERM)",
    "Thread { sleep(60) }.start(); usleep(100_000); raise(SIGTERM)",
  ])
  func breaksAreExecutedHoweverTheProgramEnds(_ ending: String) throws {
    let source = """
      import Foundation
      \(Self.program(Self.shapes[0]))
      // The process that started the tests may have blocked signals.
      var none = sigset_t()
      sigemptyset(&none)
      sigprocmask(SIG_SETMASK, &none, nil)
      \(ending)
      sleep(60)
      """
    try withCompiledProgram(source, options: ["-g"]) { path in
      let result = try Tool.run(
        ["exec", "--color", "never", "--", path], environment: ["SWIFT_BACKTRACE": "enable=no"])
      #expect(result.errors.contains("verified: breaking"), "\(result.errors)")
    }
  }

  @Test func theJSONReportContainsTheExecution() throws {
    try withCompiledProgram(Self.program(Self.shapes[0]), options: ["-g"]) { path in
      try withTemporaryFolder { folder in
        let result = try Tool.run(
          ["exec", "--format", "json,md", "--output", folder.path, "--", path])
        #expect(result.status == 1, "\(result.errors)")
        let data = try Data(contentsOf: folder.appending(path: "leakcheck.json"))
        let report = try #require(
          JSONSerialization.jsonObject(with: data) as? [String: Any])
        let finding = try #require((report["findings"] as? [[String: Any]])?.first)
        let execution = try #require(finding["execution"] as? [String: Any])
        #expect(execution["outcome"] as? String == "verified")
        #expect(execution["freedObjects"] as? Int == 2)
        #expect(finding["confidence"] as? String == "verified")
        let text = try String(
          contentsOf: folder.appending(path: "leakcheck.md"), encoding: .utf8)
        #expect(text.contains("verified: breaking"), "\(text)")
      }
    }
  }

  @Test func onlyASampleOfManyFindingsIsExecuted() throws {
    let types = (0..<60).map { "final class Node\($0) { var me: Node\($0)? }\n" }.joined()
    let plants = (0..<60).map { "let node\($0) = Node\($0)(); node\($0).me = node\($0)\n" }.joined()
    let source = types + "@inline(never) func run() {\n\(plants)}\nrun()\n"
    try withCompiledProgram(source, options: ["-g"]) { path in
      let result = try Tool.run(["exec", "--color", "never", "--", path])
      #expect(result.errorLines.count { $0.contains("verified: breaking") } == 50)
      #expect(
        result.errorLines.count { $0.contains("only the breaks of a sample are executed") } == 10)
    }
  }
}
