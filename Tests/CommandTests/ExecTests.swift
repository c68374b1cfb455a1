import Foundation
import Testing

/// Unprepared programs, built as a user would, run under `leakcheck exec`.
@Suite(.serialized) struct ExecTests {
  /// A program with what it leaks, by what the report must name.
  struct Planted: Sendable, CustomTestStringConvertible {
    var name: String
    var source: String
    /// Empty for a clean program.
    var mustName: [String]
    var testDescription: String { name }
  }

  static let planted = [
    Planted(
      name: "a closure captures its owner",
      source: """
        final class Model { func tap() { print("tap") } }
        final class ViewModel {
          var onTap: (() -> Void)?
          let model = Model()
          func bind() { onTap = { self.model.tap() } }
        }
        @inline(never) func run() { let model = ViewModel(); model.bind(); model.onTap?() }
        run()
        """, mustName: ["closure-capture-cycle", "ViewModel.bind()", "capture self", "onTap"]),
    Planted(
      name: "a ring made on another thread",
      source: """
        import Foundation
        final class Node { var next: Node? }
        @inline(never) func ring(_ count: Int) {
          let first = Node()
          var last = first
          for _ in 1..<count { let node = Node(); last.next = node; last = node }
          last.next = first
        }
        let thread = Thread { ring(5_000) }
        thread.start()
        while !thread.isFinished { usleep(1_000) }
        """, mustName: ["retain-cycle", "Node", "next"]),
    Planted(
      name: "a parent in a dictionary of its child",
      source: """
        final class Child { var parents: [String: Parent] = [:] }
        final class Parent { let child = Child() }
        @inline(never) func run() { let parent = Parent(); parent.child.parents["up"] = parent }
        run()
        """, mustName: ["Parent", "Child", "parents[*]"]),
    Planted(
      name: "clean: globals, threads, timers, tasks and weak references",
      source: """
        import Foundation
        final class Node { var next: Node?; weak var parent: Node? }
        let root = Node()
        root.next = Node()
        root.next?.parent = root
        let thread = Thread {
          let local = Node()
          local.next = Node()
          while true { Thread.sleep(forTimeInterval: 0.01); withExtendedLifetime(local) {} }
        }
        thread.start()
        let timer = DispatchSource.makeTimerSource()
        timer.schedule(deadline: .now() + 100)
        timer.setEventHandler { print(root) }
        timer.resume()
        Task { try? await Task.sleep(nanoseconds: 100_000_000_000); print(root) }
        Thread.sleep(forTimeInterval: 0.1)
        print("done")
        exit(0)
        """, mustName: []),
    Planted(
      name: "clean: storage on a stack, with an address in itself",
      source: """
        import Foundation
        @inline(never) func run() {
          var places = [UnsafeRawPointer?](repeating: nil, count: 8)
          places.withUnsafeMutableBufferPointer { places in
            places[0] = places.baseAddress.map { UnsafeRawPointer($0 + 2) }
          }
          withExtendedLifetime(places) { exit(0) }
        }
        run()
        """, mustName: []),
    Planted(
      name: "a timer that Foundation never frees, and its closure",
      source: """
        import Foundation
        final class Ticker {
          var timer: Timer?
          var ticks = 0
          func start() {
            timer = Timer.scheduledTimer(withTimeInterval: 0.01, repeats: true) {
              [weak self] _ in self?.ticks += 1
            }
          }
          deinit { timer?.invalidate() }
        }
        func run() {
          let ticker = Ticker()
          ticker.start()
          RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.05))
        }
        run()
        """, mustName: []),
    // The recorder uses Foundation before the program does.
    Planted(
      name: "clean: values that Foundation's first objects keep",
      source: """
        import Foundation
        let info = ProcessInfo.processInfo
        print(info.arguments.count, info.environment.count, info.hostName.count, NSUserName().count)
        print(UserDefaults.standard.dictionaryRepresentation().count, FileManager.default.currentDirectoryPath.count)
        let objects = (1...3).map { _ in NSObject() }
        print(objects.count)
        """, mustName: []),
    Planted(
      name: "clean: nothing is left",
      source: "@inline(never) func nothing() {}\nnothing()", mustName: []),
  ]

  @Test(arguments: planted, ["-Onone", "-O"])
  func aProgramIsJudged(_ program: Planted, _ optimization: String) throws {
    try withProgram(program.source, options: [optimization, "-g"]) { path in
      let result = try Tool.run(["exec", "--color", "never", "--", path])
      #expect(result.status == (program.mustName.isEmpty ? 0 : 1), "\(result.errors)")
      for name in program.mustName { #expect(result.errors.contains(name), "\(result.errors)") }
      #expect(result.errors.contains("examined"))
    }
  }

  @Test func aFailingProgramIsStatusFourAndItsOutputPasses() throws {
    try withProgram("import Foundation\nprint(\"out\")\nexit(7)", options: []) { path in
      let result = try Tool.run(["exec", "--", path])
      #expect(result.status == 4)
      #expect(result.output == "out\n")
      #expect(result.errors.contains("status 7"))
    }
  }

  /// Both retain something and never release it; one then fails.
  static let failing = [
    ("exit(7)", Int32(4), "status 7"), ("raise(SIGSEGV)", 4, "signal 11"),
    ("raise(SIGTERM)", 1, "1 leaked cycle"),
    ("raise(SIGINT)", 1, "1 leaked cycle"), ("quick_exit(0)", 1, "1 leaked cycle"),
    ("Thread { exit(0) }.start()", 1, "1 leaked cycle"),
    ("Thread { usleep(100_000) }.start(); pthread_exit(nil)", 1, "1 leaked cycle"),
    ("signal(SIGINT) { _ in exit(0) }; raise(SIGINT)", 1, "1 leaked cycle"),
    ("_exit(0)", 1, "1 leaked cycle"),
    ("abort()", 4, "signal 6"),
    ("UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1", 4, "signal 11"),
    ("Thread { UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1 }.start()", 4, "signal 11"),
    ("print(CommandLine.arguments[Int(getpid())])", 4, "signal"),
    ("func deepen(_ level: Int) -> Int { deepen(level + 1) + level }; print(deepen(0))", 4, "11"),
    ("let block = malloc(24); free(block); free(block)", 4, "signal 6"),
    ("Thread { sleep(60) }.start(); usleep(100_000); raise(SIGTERM)", 1, "1 leaked cycle"),
  ]

  @Test(arguments: failing)
  func findingsAreReportedHoweverTheProgramEnds(
    ending: String, status: Int32, words: String
  ) throws {
    let source = """
      import Foundation
      final class Node { var next: Node? }
      @inline(never) func run() { let node = Node(); node.next = node }
      run()
      // Who started the tests may have blocked signals.
      var none = sigset_t()
      sigemptyset(&none)
      sigprocmask(SIG_SETMASK, &none, nil)
      \(ending)
      sleep(60)
      """
    try withProgram(source, options: ["-g"]) { path in
      let result = try Tool.run(
        ["exec", "--", path], environment: ["SWIFT_BACKTRACE": "enable=no"])
      #expect(result.status == status, "\(result.errors)")
      #expect(result.errors.contains(words))
      // Nothing is called before _exit.
      if ending != "_exit(0)" {
        #expect(result.errors.contains("1 leaked cycle"), "\(result.errors)")
        #expect(!result.errors.contains("over-retained"), "\(result.errors)")
      }
    }
  }

  @Test func aProgramsOwnHandlerOfACrashIsCalled() throws {
    let source = """
      import Foundation
      final class Node { var next: Node? }
      @inline(never) func run() { let node = Node(); node.next = node }
      run()
      signal(SIGSEGV) { _ in exit(9) }
      raise(SIGSEGV)
      """
    try withProgram(source, options: ["-g"]) { path in
      let result = try Tool.run(["exec", "--", path])
      #expect(result.status == 4)
      #expect(result.errors.contains("status 9") && result.errors.contains("1 leaked cycle"))
    }
  }

  static let waiting = """
    import Foundation
    final class Node { var next: Node? }
    @inline(never) func run() { let node = Node(); node.next = node }
    run()
    sleep(2)
    print("slept")
    """

  @Test func aLivingProgramIsLookedInto() throws {
    try withProgram(Self.waiting, options: ["-g"]) { path in
      let result = try Tool.run(["exec", "--after", "0.3", "--", path])
      #expect(result.status == 1)
      #expect(result.output == "slept\n")
      #expect(
        result.errors.components(separatedBy: "1 leaked cycle").count == 2, "\(result.errors)")
      #expect(result.errors.contains("no roots were searched"), "\(result.errors)")
      let atItsEnd = try Tool.run(["exec", "--", path])
      #expect(atItsEnd.status == 1)
      #expect(!atItsEnd.errors.contains("roots"), "\(atItsEnd.errors)")
    }
  }

  @Test func aSignalHasItLookedIntoAndPassesByItsCalls() throws {
    let source =
      Self.waiting.replacingOccurrences(
        of: "sleep(2)",
        with: """
          DispatchQueue.global().asyncAfter(deadline: .now() + 0.2) { kill(getpid(), SIGUSR1) }
          let rest = sleep(2)
          print("rest \\(rest)")
          """)
    try withProgram(source, options: ["-g"]) { path in
      let result = try Tool.run(["exec", "--at", "USR1", "--", path])
      #expect(result.status == 1)
      #expect(result.output == "rest 0\nslept\n")
      #expect(result.errors.contains("1 leaked cycle"), "\(result.errors)")
    }
  }

  @Test func whatTheRuntimeKeepsIsGatedOnRequest() throws {
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
        "1 retained by the runtime (not gated; gate with --fail-on held)",
      ] {
        #expect(result.errors.contains(words), "\(result.errors)")
      }
      #expect(try Tool.run(["exec", "--fail-on", "held", "--", path]).status == 1)
    }
  }

  /// Also after a handler has run, of which its thread's stack still tells, and alike each time.
  @Test(arguments: [
    "source.schedule(deadline: .now() + 100)",
    "source.schedule(deadline: .now(), repeating: 0.01)",
    "DispatchQueue.global().asyncAfter(deadline: .now() + 100) { self.count += 1 }",
  ])
  func objectsHeldByDispatchAreReportedAsSuch(arming: String) throws {
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
      Thread.sleep(forTimeInterval: 0.1)
      """
    try withProgram(source, options: ["-g"]) { path in
      for _ in 0..<3 {
        let result = try Tool.run(["exec", "--", path])
        #expect(result.status == 0)
        let owner = "  a dispatch source or a delayed block\n    │ retains"
        for words in ["held-by-runtime", owner, "Model"] {
          #expect(result.errors.contains(words), "\(result.errors)")
        }
      }
    }
  }

  @Test func anOverRetainedObjectIsReportedAsSuch() throws {
    let source = """
      final class Model { let parts = [Part()] }
      final class Part {}
      @inline(never) func run() { print(Unmanaged.passRetained(Model()).toOpaque() != nil) }
      run()
      """
    try withProgram(source, options: ["-g"]) { path in
      let result = try Tool.run(["exec", "--", path])
      #expect(result.status == 1)
      for words in ["over-retained", "Model", "1 over-retained"] {
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
      #expect(suppressed.errors.contains("1 suppressed"))
      #expect(try Tool.run(["exec", "--suppress", "Other", "--", path]).status == 1)
      #expect(try Tool.run(["exec", "--suppressions", "/nowhere", "--", path]).status == 2)
    }
  }

  @Test func aFullyStaticProgramIsNotCalledClean() throws {
    try withProgram("print(1)", options: ["-static-executable"]) { path in
      let result = try Tool.run(["exec", "--", path])
      #expect(result.status == 3)
      #expect(result.errors.contains("fully static"), "\(result.errors)")
    }
  }

  /// The recorder is loaded with a runtime of its own, which knows nothing of the program's.
  @Test(arguments: [["-Onone", "-g"], ["-O"]])
  func aRuntimeInTheProgramIsRecorded(options: [String]) throws {
    let source = """
      protocol Named {}
      final class Key: Named, Hashable {
        static func == (left: Key, right: Key) -> Bool { left === right }
        func hash(into hasher: inout Hasher) { hasher.combine(1) }
      }
      struct Wrapped<Value: Named> { var value: Value; var other: AnyObject? }
      final class Owner<Element: Named> {
        var wrapped: [Wrapped<Element>] = []
        var handlers: [Key: () -> Void] = [:]
      }
      func leak() {
        let owner = Owner<Key>()
        owner.wrapped.append(Wrapped(value: Key(), other: owner))
        let other = Owner<Key>()
        other.handlers[Key()] = { _ = other.wrapped.count }
      }
      leak()
      let task = Task { leak() }
      await task.value
      """
    try withProgram(source, options: options + ["-static-stdlib"]) { path in
      let result = try Tool.run(["exec", "--", path])
      #expect(result.status == 1, "\(result.errors)")
      #expect(result.errors.contains("-static-stdlib"))
      #expect(result.errors.contains("wrapped[*].other"), "\(result.errors)")
      #expect(result.errors.contains("handlers[*]"), "\(result.errors)")
      #expect(result.errors.components(separatedBy: "seen 2 times").count == 3, "\(result.errors)")
      #expect(!result.errors.contains("scanned"), "\(result.errors)")
    }
  }

  @Test(arguments: [false, true])
  func aRuntimeInTheProgramDoesNotMakeItLeak(isStripped: Bool) throws {
    let source = """
      final class Node { var next: Node? }
      let kept = Node()
      kept.next = Node()
      let task = Task { try? await Task.sleep(nanoseconds: 1000); return Node() }
      print(await task.value === kept)
      """
    let stripping = isStripped ? ["-Xlinker", "-s"] : []
    try withProgram(source, options: ["-static-stdlib"] + stripping) { path in
      let result = try Tool.run(["exec", "--", path])
      #expect(result.status == (isStripped ? 3 : 0), "\(result.errors)")
      #expect(!isStripped || result.errors.contains("stripped"), "\(result.errors)")
    }
  }

  @Test func aStrippedProgramsTypesAreNamed() throws {
    try withProgram(Self.planted[1].source, options: ["-O"]) { path in
      let strip = Process()
      strip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      strip.arguments = ["strip", path]
      try strip.run()
      strip.waitUntilExit()
      try #require(strip.terminationStatus == 0)
      let result = try Tool.run(["exec", "--", path])
      #expect(result.status == 1)
      #expect(result.errors.contains("Node") && result.errors.contains("next"))
    }
  }

  @Test func aScriptIsNoSwiftProgramButWhatItStartsIs() throws {
    try withProgram(Self.planted[1].source, options: []) { path in
      let arguments = ["--", "/bin/sh", "-c", "\(path); true"]
      let refused = try Tool.run(["exec"] + arguments)
      #expect(refused.status == 3 && refused.errors.contains("--follow"), "\(refused.errors)")
      #expect(refused.errorLines.count == 1)
      let followed = try Tool.run(["exec", "--follow"] + arguments)
      #expect(followed.status == 1, "\(followed.errors)")
      #expect(followed.errors.contains("retain-cycle"))
      #expect(followed.errors.contains("what program left"), "\(followed.errors)")
      let nothing = try Tool.run(["exec", "--follow", "--", "/bin/sh", "-c", "true"])
      #expect(nothing.status == 3 && nothing.errors.contains("neither"), "\(nothing.errors)")
    }
  }

  /// What the package manager leaves is not for its user to fix.
  @Test func theToolchainsOwnProgramsArePassedOver() throws {
    try withProgram(Self.planted[1].source, options: []) { path in
      let both = try Tool.run(
        ["exec", "--follow", "--", "/bin/sh", "-c", "swift package --version; \(path)"])
      #expect(both.status == 1, "\(both.errors)")
      #expect(both.errors.contains("what program left"))
      #expect(both.errors.contains("1 of the Swift toolchain's own skipped"))
      #expect(!both.errors.contains("what swift"), "\(both.errors)")
      let alone = try Tool.run(["exec", "--follow", "--", "swift", "package", "--version"])
      #expect(alone.status == 3, "\(alone.errors)")
      let named = try Tool.run(["exec", "--", "swift-package", "--version"])
      #expect(named.errors.contains("examined"), "\(named.errors)")
    }
  }

  @Test(arguments: ["-Onone", "-O"])
  func aClosureHasItsLine(optimization: String) throws {
    try withProgram(Self.planted[0].source, options: ["-g", optimization]) { path in
      let result = try Tool.run(["exec", "--", path])
      #expect(result.errors.contains("main.swift:5"), "\(result.errors)")
    }
  }

  @Test func aMissingProgramIsWrongUse() throws {
    let result = try Tool.run(["exec", "--", "no-such-program"])
    #expect(result.status == 2)
    #expect(result.errors.contains("no-such-program"))
  }

  private func withProgram(
    _ source: String, options: [String], _ body: (String) throws -> Void
  ) throws {
    try withCompiledProgram(source, options: options, body)
  }
}
