import RegexBuilder
import TestSupport
import Testing

/// Tests of the edit for a closure that may be the only owner of the object that it captures.
@Suite(.runsPrograms) struct CapturedObjectEditTests {
  private static let source = """
    final class Observer {
      private var action: ((Int) -> Void)?
      private var upstream: [Observer] = []
      init(_ action: @escaping (Int) -> Void) { self.action = action }
      @inline(never) func keep(_ other: Observer) { upstream.append(other) }
      func setAction(_ action: @escaping (Int) -> Void) { self.action = action }
    }
    final class Screen {
      var title = 0
      var observer: Observer?
      var reset: (() -> Void)?
      @inline(never) func observe() { observer = Observer { self.title = $0 } }
      @inline(never) func setReset() { reset = { self.title = 0 } }
    }
    @inline(never) func connect(_ observer: Observer) {
      observer.keep(Observer { number in observer.setAction { print($0 + number) } })
    }
    switch CommandLine.arguments[1] {
    case "parameter": connect(Observer { print($0) })
    case "self": Screen().observe()
    case "own closure": Screen().setReset()
    default:
      let own = Observer { print($0) }
      own.setAction { _ in own.keep(own) }
    }
    """

  @Test(
    arguments: ["-Onone", "-O"],
    [
      ("parameter", "Observer", "action"), ("self", "Screen", "action"),
      ("own property", "Observer", "action"), ("own closure", "Screen", "reset"),
    ])
  func theFixClearsThePropertyIfTheClosureIsTheOnlyOwner(
    optimization: String, captured: (name: String, owned: String, property: String)
  ) throws {
    try withCompiledProgram(Self.source, options: [optimization, "-g"]) { program in
      let result = try Tool.run(["exec", "--", program, captured.name])
      #expect(result.status == 1, "\(result.errors)")
      let expression = Regex {
        "If only the closure keeps the "
        Capture { OneOrMore(.word) }
        " alive, "
        Capture { OneOrMore(.any, .reluctant) }
        " instead."
      }
      let condition = try #require(result.errors.firstMatch(of: expression), "\(result.errors)")
      #expect(condition.1 == captured.owned, "\(result.errors)")
      #expect(condition.2 == "set \(captured.property) to nil when done", "\(result.errors)")
    }
  }
}
