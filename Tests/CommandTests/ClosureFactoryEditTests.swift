import TestSupport
import Testing

/// Tests of the edit for a closure that a function returns. A caller that keeps only such a closure
/// would lose an object that the closure captures weakly.
@Suite(.runsPrograms) struct ClosureFactoryEditTests {
  /// A tool leaks through its own button. With the argument `shared`, another tool is in use, and
  /// the only owners of that tool are closures of the same function.
  private static let source = """
    nonisolated(unsafe) var shortcuts: [() -> Void] = []
    final class Button { var tap: (() -> Void)? }
    final class Tool {
      let button = Button()
      var uses = 0
      @inline(never) func handler() -> () -> Void { { self.uses += 1 } }
      @inline(never) func handler(adding number: Int) -> () -> Void { { self.uses += number } }
    }
    @inline(never) func leak(_ kind: String) {
      let tool = Tool()
      tool.button.tap = kind == "alone" ? tool.handler() : tool.handler(adding: kind.utf8.count)
    }
    @inline(never) func share(_ kind: String) {
      let tool = Tool()
      for _ in 0..<2 {
        tool.button.tap = kind == "alone" ? tool.handler() : tool.handler(adding: kind.utf8.count)
        shortcuts.append(tool.button.tap!)
      }
      shortcuts.append(kind == "alone" ? tool.handler() : tool.handler(adding: kind.utf8.count))
    }
    let arguments = CommandLine.arguments
    leak(arguments[1])
    if arguments.count > 2 { share(arguments[1]) }
    for shortcut in shortcuts { shortcut() }
    """

  @Test(arguments: ["-Onone", "-O"], ["alone", "with a number"])
  func warnsThatTheCallerMayRelyOnTheClosure(optimization: String, kind: String) throws {
    try withCompiledProgram(Self.source, options: [optimization, "-g"]) { program in
      let result = try Tool.run(["exec", "--", program, kind])
      #expect(result.status == 1, "\(result.errors)")
      for words in [
        "[weak self]", "If Tool.handler(", "its caller relies on the closure to keep the Tool",
      ] {
        #expect(result.errors.contains(words), "\(result.errors)")
      }
    }
  }

  @Test(arguments: ["-Onone", "-O"], ["alone", "with a number"])
  func aCaptureThatOwnsALiveObjectIsNotMadeWeak(optimization: String, kind: String) throws {
    try withCompiledProgram(Self.source, options: [optimization, "-g"]) { program in
      let result = try Tool.run(["exec", "--", program, kind, "shared"])
      #expect(result.status == 1, "\(result.errors)")
      #expect(!result.errors.contains("[weak self]"), "\(result.errors)")
      let sentence = "captures the Tool weakly and calls Tool.handler("
      #expect(result.errors.contains(sentence), "\(result.errors)")
    }
  }
}
