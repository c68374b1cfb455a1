import Foundation
import TestSupport
import Testing

/// Tests of closures and classes whose debug information the optimizer dropped, because it replaced
/// equal functions with one of them.
@Suite(.runsPrograms) struct MergedClosureTests {
  /// The closures have the same code. Only the first of them calls `use` on the line on which the
  /// closure starts.
  private static let source = """
    final class First { var action: (() -> Void)?; var next: First? }
    final class Second { var action: (() -> Void)?; var next: Second? }
    final class Third {
      var action: (() -> Void)?
    }
    @inline(never) func use(_ object: AnyObject) {
      if CommandLine.arguments.count > 9 { print(object) }
    }
    @inline(never) func start(_ isFirst: Bool) {
      if isFirst {
        let first = First()
        first.action = { use(first) } // First
      } else {
        let second = Second()
        second.action = {
          use(second)
        }
      }
    }
    func inlined() {
      let third = Third()
      print("inlined")
      third.action = {
        use(third)
      }
    }
    start(true)
    start(false)
    inlined()

    """

  @Test(arguments: ["-Onone", "-O"])
  func equalClosuresHaveTheirOwnLinesAndCaptures(optimization: String) throws {
    try withCompiledProgram(Self.source, options: [optimization, "-g"]) { program in
      let result = try Tool.run(["exec", "--color", "never", "--", program])
      #expect(result.status == 1)
      let errors = result.errors
      for (function, variable, line) in [
        ("start(_:)", "first", 12), ("start(_:)", "second", 15), ("inlined()", "third", 23),
      ] {
        #expect(errors.contains("in \(function)    main.swift:\(line)"), "\(errors)")
        #expect(errors.contains("strong  capture \(variable) "), "\(errors)")
        #expect(errors.contains("[weak \(variable)]"), "\(errors)")
      }
    }
  }

  /// Without the source, the line of the closure is unknown. The line of the function is not shown
  /// in its place.
  @Test func noLineIsShownWithoutTheSource() throws {
    try withCompiledProgram(Self.source, options: ["-O", "-g"], removingSource: true) { program in
      let result = try Tool.run(["exec", "--color", "never", "--", program])
      #expect(result.status == 1)
      let closures = result.errorLines.filter { $0.contains(" in start(_:)") }
      #expect(!closures.isEmpty)
      #expect(!closures.contains { $0.contains("main.swift:9") }, "\(closures)")
    }
  }

  /// The specialized closure is inlined into its forwarder, whose first instruction has no line.
  @Test(arguments: ["-Onone", "-O"])
  func aSpecializedClosureHasItsOwnLine(optimization: String) throws {
    let source = """
      final class Store<Action> {
        var running: [() -> Void] = []
        let reduce: (Action) -> (@escaping (Action) -> Void) -> () -> Void
        init(_ reduce: @escaping (Action) -> (@escaping (Action) -> Void) -> () -> Void) {
          self.reduce = reduce
        }
        func send(_ action: Action) {
          running.append(
            reduce(action)({ action in
              self.send(action)
            }))
        }
      }
      enum Event { case tap, tick(Int) }
      func run() {
        let store = Store<Event> { event in
          { send in
            { if case .tap = event { send(.tick(1)) } }
          }
        }
        store.send(.tap)
        print(store.running.count)
      }
      run()

      """
    try withCompiledProgram(source, options: [optimization, "-g"]) { program in
      let result = try Tool.run(["exec", "--color", "never", "--", program])
      #expect(result.status == 1)
      #expect(result.errors.contains("in Store.send(_:)    main.swift:9"), "\(result.errors)")
    }
  }

  /// The deinitializers of both classes are equal.
  @Test(arguments: ["-Onone", "-O"])
  func aPropertyHasItsLineIfTheDeinitializerIsMerged(optimization: String) throws {
    let source = """
      final class Left {
        let other: Right
        init(_ other: Right) { self.other = other }
      }

      final class Right {
        var left: Left?
        init() {}
      }
      final class East {
        let other: West
        init(_ other: West) { self.other = other }
      }
      final class West {

        var east: East?
        init() {}
      }
      @inline(never) func run() {
        let right = Right()
        right.left = Left(right)
        let west = West()
        west.east = East(west)
        print(right.left == nil, west.east == nil)
      }
      run()

      """
    try withCompiledProgram(source, options: [optimization, "-g"]) { program in
      let result = try Tool.run(["exec", "--color", "never", "--", program])
      #expect(result.status == 1)
      #expect(result.errors.contains("weak var left, in Right at main.swift:7"))
      #expect(result.errors.contains("weak var east, in West at main.swift:16"))
    }
  }

  /// The body of the closure is inlined into its forwarder, of which the program uses a copy. The
  /// function around the closure is merged with an equal one.
  @Test func aCopiedForwarderHasTheLineOfTheClosure() throws {
    let source = """
      import Foundation
      final class Step {
        private var operation: BlockOperation?
        private(set) var ran = false
        func plan() { operation = BlockOperation { self.ran = true } }
        func execute() { operation?.start() }
      }
      final class Phase {
        private var operation: BlockOperation?
        private(set) var ran = false
        func plan() { operation = BlockOperation { self.ran = true } }
        func execute() { operation?.start() }
      }
      func run() {
        let first = Step()
        first.plan()
        let second = Step()
        second.plan()
        second.execute()
        let third = Phase()
        third.plan()
        third.execute()
      }
      run()

      """
    try withCompiledProgram(source, options: ["-O", "-g"]) { program in
      let errors = try Tool.run(["exec", "--no-verify", "--color", "never", "--", program]).errors
      #expect(errors.contains("closure #1 in Step.plan()    main.swift:5"), "\(errors)")
    }
  }
}
