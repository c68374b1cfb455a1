import TestSupport
import Testing

/// Tests of the edit for a closure that captures an object by a name other than `self`. Elsewhere,
/// a closure of the same code may be the only owner of such an object.
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
      @inline(never) func observe() { observer = Observer { self.title = $0 } }
    }
    @inline(never) func connect(_ observer: Observer) {
      observer.keep(Observer { number in observer.setAction { print($0 + number) } })
    }
    switch CommandLine.arguments[1] {
    case "parameter": connect(Observer { print($0) })
    case "self": Screen().observe()
    default:
      let own = Observer { print($0) }
      own.setAction { _ in own.keep(own) }
    }
    """

  @Test(
    arguments: ["-Onone", "-O"],
    [("parameter", true), ("self", false), ("own property", false)])
  func warnsIfTheClosureMayBeTheOnlyOwner(
    optimization: String, captured: (name: String, isNamed: Bool)
  ) throws {
    try withCompiledProgram(Self.source, options: [optimization, "-g"]) { program in
      let result = try Tool.run(["exec", "--", program, captured.name])
      #expect(result.status == 1, "\(result.errors)")
      let sentence =
        "If only the closure owns the Observer, a weak capture would let it be deallocated too "
        + "early: set action to nil when done instead."
      #expect(result.errors.contains(sentence) == captured.isNamed, "\(result.errors)")
    }
  }
}
