import Foundation
import Findings
import Reporting
import TestSupport
import Testing

/// Tests that a finding names the line that a maintainer would edit, and describes the edit in
/// Swift.
@Suite(.runsPrograms) struct EditLocationTests {
  /// The lines that the tests expect in reports end with marks.
  private static let source = """
    import Foundation
    import Synchronization
    final class Engine {
      var hook: (() -> Void)?
      init() { hook = { [unowned self] in self.tick() } } // behind
      deinit { print("engine") }
      func tick() {}
    }
    final class Session {
      let engine: Engine
      @inline(never) init(_ engine: Engine) { self.engine = engine }
      deinit { print("session") }
    }
    final class Child {
      let text = "class Child { /* not here */ \\("}")"
      deinit {
        print("child")
      }
      /* var delegate: Int { */
      var delegate: AnyObject? // delegate
    }
    final class Parent { let child = Child(); init() { child.delegate = self } }
    final class Holder { var any: Any? }
    indirect enum Tree { case leaf, node(Node, Int) }
    final class Node { var tree = Tree.leaf }
    final class Retry: @unchecked Sendable {
      var action: (@Sendable () async -> Int)?
      func arm() {
        let kept = self
        action = { // async
          await kept.run()
        }
      }
      func run() async -> Int { 1 }
    }
    final class Job: Operation, @unchecked Sendable {}
    final class Animator {
      var timer: Timer?
      var ticks = 0
      func first() {
        timer = Timer.scheduledTimer(withTimeInterval: 900, repeats: true) { _ in self.ticks += 1 } // first
      }
      func second() {
        timer = Timer.scheduledTimer(withTimeInterval: 900, repeats: true) { _ in self.ticks += 2 } // second
      }
    }
    actor Mailbox {
      var waiters: [CheckedContinuation<Int, Never>] = []
      func next() async -> Int { await withCheckedContinuation { waiters.append($0) } }
    }
    actor Gate {
      var waiting: [CheckedContinuation<Void, Never>] = []
      func pass() async { await withCheckedContinuation { waiting.append($0) } }
    }
    final class Courier: @unchecked Sendable {
      var waiting: CheckedContinuation<Int, Never>?
      func next() async -> Int { await withCheckedContinuation { waiting = $0 } }
    }
    final class Label {
      var text = ""
      var onTap: (() -> Void)?
    }
    struct Presenter {
      let label: Label
      @inline(never) func bind() { label.onTap = { self.label.text = "tapped" } }
    }
    final class Ticker {
      var onTick: (() -> Void)?
      func stop() { onTick = nil }
    }
    @inline(never) func tick() {
      var ticker: Ticker?
      ticker = Ticker()
      ticker?.onTick = { ticker?.stop() }
    }
    final class Chat {
      var onData: (() -> Void)?
      var lines = 0
      @inline(never) func connect() {
        func received() { lines += 1 }
        onData = { [weak self] in if self != nil { received() } }
      }
    }
    final class Hub: @unchecked Sendable {
      var continuations: [AsyncStream<Int>.Continuation] = []
      lazy var numbers = make()
      func make() -> AsyncStream<Int> {
        AsyncStream { continuation in
          continuation.onTermination = { _ in self.remove() } // termination
          self.continuations.append(continuation)
        }
      }
      func remove() { continuations = [] }
    }
    let gate = Gate()
    final class Visitor: Sendable { let id = getpid() }
    @inline(never) func keep(_ object: AnyObject) { if getpid() == 0 { print(object) } }
    @inline(never) func start(_ kind: String) {
      switch kind {
      case "retained":
        _ = Unmanaged.passRetained(Session(Engine())) // retained
      case "two":
        _ = Unmanaged.passRetained(Session(Engine())) // one
        _ = Unmanaged.passRetained(Session(Engine())) // other
      case "delegate": _ = Parent()
      case "any":
        let holder = Holder()
        holder.any = holder
        keep(holder)
      case "enum":
        let node = Node()
        node.tree = .node(node, 1)
        keep(node)
      case "async": Retry().arm()
      case "variable": tick()
      case "termination": _ = Hub().numbers
      case "twice": Chat().connect()
      case "structure": Presenter(label: Label()).bind()
      case "operations":
        let (one, other) = (Job(), Job())
        one.addDependency(other)
        other.addDependency(one)
      default:
        Animator().first()
        Animator().second()
      }
    }
    func startAsync(_ kind: String) async {
      if kind == "mailbox" {
        let mailbox = Mailbox()
        Task { print(await mailbox.next()) }
      } else if kind == "courier" {
        let courier = Courier()
        Task { print(await courier.next()) }
        await suspendUntilOthersSleep()
        courier.waiting = nil
      } else {
        let visitor = Visitor()
        Task {
          await gate.pass()
          print(visitor.id)
        }
      }
      await suspendUntilOthersSleep()
    }
    let kind = CommandLine.arguments[1]
    if ["mailbox", "courier", "gate"].contains(kind) { await startAsync(kind) } else { start(kind) }
    if kind == "timers" { RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.02)) }
    """

  private static func line(_ mark: String) -> Int {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    return (lines.firstIndex { $0.hasSuffix("// \(mark)") } ?? -1) + 1
  }

  @Test(arguments: [["-Onone", "-g"], ["-O", "-g"]])
  func linesAndEditsMatchTheSource(options: [String]) throws {
    try withCompiledProgram(Self.source, options: options) { program in
      func report(_ kind: String) throws -> (findings: [Finding], text: String) {
        try Tool.findings(of: program, kind)
      }
      // The optimizer removes some objects, and the lines of some allocations.
      let isOptimized = options.contains("-O")
      let closure = try report("async")
      #expect(closure.findings.first?.locations.first?.line == Self.line("async"))
      let retained = try report("retained")
      let first = try #require(retained.findings.first?.locations.first?.line)
      #expect(isOptimized ? first != Self.line("behind") : first == Self.line("retained"))
      let two = try report("two")
      let lines = Set(two.findings.flatMap(\.locations).map(\.line))
      #expect(
        isOptimized || lines.isSuperset(of: [Self.line("one"), Self.line("other")]),
        "\(two.text)")
      let timers = try report("timers")
      for name in ["first", "second"] {
        #expect(timers.text.contains("closure #1 in Animator.\(name)()"), "\(timers.text)")
        #expect(timers.text.contains("main.swift:\(Self.line(name))"), "\(timers.text)")
      }
      for (kind, edit) in [
        ("delegate", "weak var delegate, in Child at main.swift:\(Self.line("delegate"))"),
        ("any", "clear any when done, or store a weak reference in it"),
        ("enum", "clear tree"),
        ("operations", "call removeDependency(_:) when done"),
        ("mailbox", "resume the continuation when done"),
      ] {
        let found = try report(kind)
        if isOptimized, found.findings.isEmpty, kind != "mailbox" { continue }
        #expect(found.findings.count == 1 && found.text.contains(edit), "\(found.text)")
      }
      #expect(try report("mailbox").findings.first?.cause == .awaitedContinuation)
      #expect(try report("courier").findings.map(\.cause) == [.lostContinuation])
      let variable = try report("variable").text
      let assignment = "break here: assign nil or another object to ticker when done"
      #expect(
        isOptimized || variable.contains(assignment) && !variable.contains("[weak"),
        "\(variable)")
      let termination = try report("termination").text
      let mark = "main.swift:\(Self.line("termination"))"
      #expect(
        termination.contains("break here: [weak ") && termination.contains(mark),
        "\(termination)")
      let twice = try report("twice").text
      #expect(twice.contains("break here: turn the nested function"), "\(twice)")
      let structure = try report("structure").text
      let isNamed = structure.contains("break here: [weak label = self.label]")
      #expect(
        isNamed || isOptimized && structure.contains("break here: [weak …], the captured Label"),
        "\(structure)")
      let held = try report("gate")
      #expect(held.findings.first?.cause == .taskKeepsObject, "\(held.text)")
      #expect(!held.text.contains("[weak"), "\(held.text)")
    }
  }
}
