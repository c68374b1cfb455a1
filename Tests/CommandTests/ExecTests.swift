import Foundation
import TestSupport
import Testing

/// Tests that run programs under `leakcheck exec`. The programs are unmodified and built as users
/// build them.
@Suite(.runsPrograms) struct ExecTests {
  @Test(arguments: planted, ["-Onone", "-O"])
  func plantedLeaksAreReported(_ program: Planted, _ optimization: String) throws {
    try withProgram(program.source, options: [optimization, "-g"]) { path in
      let result = try Tool.run(["exec", "--color", "never", "--", path])
      #expect(result.status == (program.mustName.isEmpty ? 0 : 1), "\(result.errors)")
      for name in program.mustName { #expect(result.errors.contains(name), "\(result.errors)") }
      #expect(result.errors.contains("examined"))
    }
  }

  @Test func objectsHeldByTheRuntimeFailOnlyOnRequest() throws {
    let source = """
      import Foundation
      final class Model { var ticks = 0 }
      @inline(never) func run() {
        let model = Model()
        RunLoop.main.add(
          Timer(timeInterval: 100, repeats: true) { _ in model.ticks += 1 }, forMode: .default)
      }
      run()
      """
    try withProgram(source, options: ["-g"]) { path in
      let result = try Tool.run(["exec", "--", path])
      #expect(result.status == 0)
      for words in [
        "held-by-runtime", "  a timer\n    │ retains", "Model",
        "1 finding about objects that only the runtime retains (fails the run only with --fail-on "
          + "held or all)",
      ] {
        #expect(result.errors.contains(words), "\(result.errors)")
      }
      #expect(try Tool.run(["exec", "--fail-on", "held", "--", path]).status == 1)
    }
  }

  /// The owner must be reported in every run, even if a handler has run and its thread's stack
  /// still contains pointers to the object.
  @Test(arguments: [
    "source.schedule(deadline: .now() + 100)",
    "source.schedule(deadline: .now(), repeating: 0.01)",
    "DispatchQueue.global().asyncAfter(deadline: .now() + 100) { self.count += 1 }",
  ])
  func objectsHeldByDispatchAreReportedWithTheirOwner(arming: String) throws {
    let source = """
      import Dispatch
      import Foundation
      final class Model {
        var count = 0
        let source = DispatchSource.makeTimerSource()
        func start() {
          source.setEventHandler { self.count += 1 }
          source.schedule(deadline: .distantFuture)
          source.activate()
          \(arming)
        }
      }
      func run() { Model().start() }
      run()
      waitUntilOthersSleep()
      """
    try withProgram(source, options: ["-g"]) { path in
      for _ in 0..<3 {
        let result = try Tool.run(["exec", "--", path])
        #expect(result.status == 0)
        let keeper = arming.contains("asyncAfter") ? "a delayed block" : "a dispatch source"
        let owner = "  \(keeper)\n    │ retains"
        for words in ["held-by-runtime", owner, "Model"] {
          #expect(result.errors.contains(words), "\(result.errors)")
        }
      }
    }
  }

  /// Foundation never releases a timer that is in no run loop. If the timer's closure captures an
  /// object, the program leaks this object.
  @Test func aTimerInNoRunLoopIsAKnownLeakUnlessItRetainsAnObject() throws {
    let source = """
      import Foundation
      final class Poller {
        var timer: Timer?
        func start(_ isWeak: Bool) {
          timer =
            isWeak
            ? Timer(timeInterval: 9, repeats: true) { [weak self] _ in print(self as Any) }
            : Timer(timeInterval: 9, repeats: true) { _ in print(self) }
        }
      }
      @inline(never) func run() { Poller().start(CommandLine.arguments[1] == "weak") }
      run()
      """
    try withProgram(source, options: ["-g", "-swift-version", "5"]) { path in
      let weak = try Tool.run(["exec", "--", path, "weak"])
      #expect(weak.status == 0, "\(weak.errors)")
      #expect(weak.errors.contains("1 known leak of the toolchain"), "\(weak.errors)")
      let strong = try Tool.run(["exec", "--", path, "strong"])
      #expect(strong.status == 1 && strong.errors.contains("Poller"), "\(strong.errors)")
    }
  }

  @Test func anOverRetainedObjectIsReported() throws {
    let source = """
      final class Model { let parts = [Part()] }
      final class Part {}
      @inline(never) func run() { print(Unmanaged.passRetained(Model()).toOpaque() != nil) }
      run()
      """
    try withProgram(source, options: ["-g"]) { path in
      let result = try Tool.run(["exec", "--", path])
      #expect(result.status == 1)
      for words in ["over-retained", "Model", "1 finding about over-retained"] {
        #expect(result.errors.contains(words), "\(result.errors)")
      }
    }
  }

  @Test func knownLeaksAreSuppressed() throws {
    try withProgram(Self.planted[1].source, options: ["-g"]) { path in
      let file = URL(fileURLWithPath: path).deletingLastPathComponent().appending(path: "known")
      try Data("# known\nleak:*.No*e # rings\n".utf8).write(to: file)
      let suppressed = try Tool.run(["exec", "--suppressions", file.path, "--", path])
      #expect(suppressed.status == 0, "\(suppressed.errors)")
      #expect(suppressed.errors.contains("0 leaked cycles, 1 suppressed, "))
      let unused = try Tool.run(["exec", "--suppress", "Other", "--suppress", "*Node*", "--", path])
      #expect(unused.status == 0)
      #expect(unused.errors.contains("leakcheck: --suppress 'Other' matches no finding\n"))
      #expect(!unused.errors.contains("'*Node*' matches"))
      #expect(try Tool.run(["exec", "--suppress", "Other", "--", path]).status == 1)
      #expect(try Tool.run(["exec", "--suppressions", "/nowhere", "--", path]).status == 2)
    }
  }

  @Test(arguments: ["-Onone", "-O"])
  func aClosureIsReportedWithItsLine(optimization: String) throws {
    try withProgram(Self.planted[0].source, options: ["-g", optimization]) { path in
      let result = try Tool.run(["exec", "--", path])
      #expect(result.errors.contains("main.swift:5"), "\(result.errors)")
    }
  }

  @Test func aMissingProgramIsAUsageError() throws {
    let result = try Tool.run(["exec", "--", "no-such-program"])
    #expect(result.status == 2)
    #expect(result.errors.contains("no-such-program"))
  }

  func withProgram(
    _ source: String, options: [String], _ body: (String) throws -> Void
  ) throws {
    try withCompiledProgram(source, options: options, body)
  }
}
