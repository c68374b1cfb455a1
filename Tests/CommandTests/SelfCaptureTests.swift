import TestSupport
import Testing

/// Tests of the edit for a captured `self` that seems to be a structure according to the runtime
/// or the source.
@Suite(.runsPrograms) struct SelfCaptureTests {
  /// A closure in a generic method of a class with a parameter pack.
  @Test(arguments: ["-Onone", "-O"]) func suggestsWeakSelfInAVariadicClass(level: String) throws {
    let source = """
      final class Signal<T> { var handlers: [(T) -> Void] = [] }
      final class Holder<each T> {
        let signal = Signal<Int>()
        var count = 0
        var values: (repeat each T)
        init(_ values: repeat each T) { self.values = (repeat each values) }
        @inline(never) func bind<U>(_ signal: Signal<U>) {
          signal.handlers.append { _ in self.count += 1 }
        }
      }
      @inline(never) func make() { let holder = Holder(1, "x"); holder.bind(holder.signal) }
      make()
      """
    try withCompiledProgram(source, options: [level, "-g"]) { program in
      let errors = try Tool.run(["exec", "--", program]).errors
      #expect(errors.contains("capture self     ◀── break here: [weak self]"), "\(errors)")
      #expect(!errors.contains("capture only what"), "\(errors)")
    }
  }

  /// A method of a structure uses the method of another object as a value.
  @Test func suggestsAClosureInsteadOfTheMethodInAStructure() throws {
    let source = """
      struct Suite {
        final class Menu { var format: ((Int) -> String)?; func text(_ n: Int) -> String { "" } }
        func run() { let menu = Menu(); menu.format = menu.text }
      }
      Suite().run()
      """
    try withCompiledProgram(source, options: ["-g"]) { program in
      let errors = try Tool.run(["exec", "--", program]).errors
      #expect(
        errors.contains(
          "break here: pass { [weak menu] in menu?.text(…) ?? … } in place of menu.text"),
        "\(errors)")
    }
  }

  /// One timer runs, so only the runtime retains its handler. The other timer was never started.
  @Test(arguments: ["-Onone", "-O"])
  func suggestsWeakSelfIfTheRuntimeRetainsAnotherHandler(level: String) throws {
    let source = """
      import Dispatch
      final class Ticker {
        let timer = DispatchSource.makeTimerSource()
        let name: String
        var count = 0
        init(_ name: String) { self.name = name }
        @inline(never) func prepare() { timer.setEventHandler { self.count += self.name.count } }
        func start() {
          timer.schedule(deadline: .now() + 3_600)
          timer.resume()
        }
      }
      @inline(never) func make() {
        let (running, idle) = (Ticker("running"), Ticker("idle"))
        running.prepare()
        running.start()
        idle.prepare()
      }
      make()
      """
    try withCompiledProgram(source, options: [level, "-g"]) { program in
      let errors = try Tool.run(["exec", "--", program]).errors
      #expect(errors.contains("closure-capture-cycle"), "\(errors)")
      #expect(
        errors.ranges(of: "capture self     ◀── break here: [weak self]").count == 2, "\(errors)")
    }
  }
}
