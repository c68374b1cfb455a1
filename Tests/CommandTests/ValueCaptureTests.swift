import Findings
import Foundation
import TestSupport
import Testing

/// Tests that a capture list is advised only if the captured variable is a reference to an object.
@Suite(.runsPrograms) struct ValueCaptureTests {
  private static let source = """
    import Foundation
    protocol Readable { func read() -> Int }
    final class Node: Readable {
      var run: (() -> Int)?
      func read() -> Int { 1 }
    }
    struct Document {
      final class Storage { var run: (() -> Int)? }
      private let storage = Storage()
      func onRun(_ run: @escaping () -> Int) { storage.run = run }
    }
    struct Stack<Element> { var top: Element }
    struct Pair { var (number, node): (Int, Node) }
    struct Twice { var (number, node): (Int, Node??) }
    enum Only { case one(Node) }
    @inline(never) func use<Value>(_ value: Value) -> Int { 1 }
    @inline(never) func bind<Value>(_ value: Value) -> () -> Int {
      return { use(value) }
    }
    @inline(never) func bindAll<each Value>(_ node: Node, _ value: repeat each Value) {
      node.run = {
        var count = 0
        for _ in repeat each value { count += 1 }
        return count
      }
    }
    @inline(never) func bindObject(_ value: any Readable & AnyObject) -> () -> Int {
      return { value.read() }
    }
    @inline(never) func start(_ kind: String) {
      let node = Node()
      func make() -> some Readable { node }
      switch kind {
      case "structure":
        let document = Document()
        document.onRun { use(document) }
      case "private property":
        let document = Document()
        document.onRun { use(document) + use(node) }
      case "generic structure":
        let stack = Stack<Node>(top: node)
        node.run = { use(stack) }
      case "library":
        let all = AnyCollection([node])
        node.run = { all.count }
      case "several fields of a library":
        let note = Notification(name: Notification.Name("a"), object: node)
        node.run = { use(note) }
      case "enum":
        let only: Only = .one(node)
        node.run = { use(only) }
      case "optional structure":
        let pair: Pair? = Pair(number: 1, node: node)
        node.run = { use(pair) }
      case "double optional":
        let twice = Twice(number: 1, node: .some(.some(node)))
        node.run = { use(twice) }
      case "opaque":
        let readable = make()
        node.run = { readable.read() }
      case "any":
        let value: Any = node
        node.run = { use(value) }
      case "restricted": node.run = bindObject(node)
      case "generic": node.run = bind(Pair(number: 1, node: node))
      case "pack": bindAll(node, 1, node)
      case "property":
        let pair = Pair(number: 1, node: node)
        node.run = { use(pair) }
      default: node.run = { node.read() }
      }
    }
    start(CommandLine.arguments[1])
    """

  private static let onlyNeeded = "capture only what the closure needs of the value"

  /// For each kind of captured variable, the edit that is advised.
  private static let edits = [
    ("structure", onlyNeeded),
    ("private property", onlyNeeded),
    ("generic structure", onlyNeeded),
    ("library", onlyNeeded),
    ("several fields of a library", onlyNeeded),
    ("enum", onlyNeeded),
    ("optional structure", onlyNeeded),
    ("double optional", onlyNeeded),
    ("generic", onlyNeeded),
    ("pack", onlyNeeded),
    ("opaque", "restrict the type of readable to AnyObject, and capture [weak readable]"),
    ("any", "restrict the type of value to AnyObject, and capture [weak value]"),
    ("restricted", "[weak value]"),
    ("property", "[weak node = pair.node] in place of pair"),
    ("object", "[weak node]"),
  ]

  @Test func aCaptureListIsAdvisedOnlyForAnObject() throws {
    try withCompiledProgram(Self.source, options: ["-Onone", "-g"]) { program in
      for (kind, edit) in Self.edits {
        let report = try Tool.run(["exec", "--", program, kind]).errors
        #expect(report.contains("break here: \(edit)"), "\(kind): \(report)")
      }
    }
  }
}
