/// The programs whose suggested breaks are tried.
extension ExecutionTests {
  static let shapes = [
    Shape(
      name: "a closure captures its owner",
      source: """
        final class Model { func tap() {} }
        final class Screen {
          var onTap: (() -> Void)?
          let model = Model()
          func bind() { onTap = { self.model.tap() } }
        }
        @inline(never) func run() { Screen().bind() }
        """, words: ["verified: breaking", "capture self", "freed 2 objects"]),
    Shape(
      name: "a case of an enum with its tag in the reference",
      source: """
        final class Machine {
          enum State { case idle, running(Machine), paused(Other, Int8), failed(() -> Void) }
          final class Other { var machine: Machine? }
          var state = State.idle
        }
        @inline(never) func run() {
          let machine = Machine()
          machine.state = .running(machine)
          show(machine)
        }
        """, words: ["verified: breaking Machine . state.running", "freed 1 object"]),
    Shape(
      name: "an optional structure whose first field is the reference",
      source: """
        struct Snapshot { let owner: Screen; var rows: [Row] }
        final class Row {}
        final class Screen { var snapshot: Snapshot? }
        @inline(never) func run() {
          let screen = Screen()
          screen.snapshot = Snapshot(owner: screen, rows: [Row(), Row()])
          show(screen)
        }
        """, words: ["verified: breaking Screen . snapshot.owner → Screen freed 3 objects"]),
    Shape(
      name: "a case with a reference and a collection",
      source: """
        final class Page {
          enum State { case loading, loaded(Page, [Int], Set<String>) }
          var state = State.loading
        }
        @inline(never) func run() {
          let page = Page()
          page.state = .loaded(page, [1, 2], ["a"])
          show(page)
        }
        """, words: ["verified: breaking Page . state.loaded", "freed 1 object"]),
    Shape(
      name: "one object in an array, a dictionary and an existential",
      source: """
        protocol Visitor {}
        final class Hub: Visitor {
          var list: [Hub] = []
          var table: [String: Hub] = [:]
          var visitor: (any Visitor)?
        }
        @inline(never) func run() {
          let hub = Hub()
          hub.list = [hub, hub, Hub()]
          hub.table["a"] = hub
          hub.visitor = hub
        }
        """, words: ["verified: breaking", "freed 2 objects"]),
    Shape(
      name: "a deinit that releases the rest",
      source: """
        final class Bag { var actions: [() -> Void] = []; deinit { for action in actions { action() } } }
        final class Source { var handler: (() -> Void)?; var kept: Source? }
        final class Reader {
          let bag = Bag()
          var count = 0
          func start() {
            let source = Source()
            source.kept = source
            source.handler = { self.count += 1 }
            bag.actions.append { source.handler = nil; source.kept = nil }
          }
        }
        @inline(never) func run() { Reader().start() }
        """, words: ["verified: breaking", "capture self → Reader freed"]),
    Shape(
      name: "two cycles that share an object",
      source: """
        final class Node { var me: Node?; var shared: Shared? }
        final class Shared { var values = [1, 2, 3] }
        final class Other { var me: Other?; var shared: Shared? }
        @inline(never) func run() {
          let (node, other, shared) = (Node(), Other(), Shared())
          (node.me, node.shared) = (node, shared)
          (other.me, other.shared) = (other, shared)
          show(node)
          show(other)
        }
        """, words: ["verified: breaking", " . me → "]),
    Shape(
      name: "a cycle behind a cycle",
      source: """
        final class First { var me: First?; var second: Second? }
        final class Second { var me: Second?; deinit { me = nil } }
        @inline(never) func run() {
          let (first, second) = (First(), Second())
          (first.me, first.second, second.me) = (first, second, second)
          show(first)
        }
        """, words: ["verified: breaking", " . me → "]),
    Shape(
      name: "a member that is retained once more",
      source: """
        final class Node { var me: Node? }
        @inline(never) func run() {
          let node = Node()
          node.me = node
          show(node)
          _ = Unmanaged.passRetained(node)
        }
        """,
      words: [
        "refuted: breaking Node . me", "freed 0 objects", "Node is still alive: something else",
        "effective only after the other leaks that retain these objects are fixed: one more "
          + "release freed 1 object",
      ],
      confidence: "likely"),
    Shape(
      name: "an object that is over-retained",
      source: """
        final class Model { var parts = [Part(), Part()] }
        final class Part {}
        @inline(never) func run() {
          let model = Model()
          show(model)
          _ = Unmanaged.passRetained(model)
        }
        """, words: ["verified: one more release freed"]),
    Shape(
      name: "an over-retained object of a leaked cycle",
      source: """
        final class Owner { var me: Owner?; var parts: [Part] = [] }
        final class Part {}
        @inline(never) func run() {
          let (owner, part) = (Owner(), Part())
          (owner.me, owner.parts) = (owner, [part, part])
          show(owner)
          _ = Unmanaged.passRetained(part)
        }
        """,
      words: [
        "effective only after the other leaks that retain these objects are fixed: one more "
          + "release freed 1 object"
      ]),
    Shape(
      name: "an over-retained list whose Unmanaged values own its nodes",
      source: """
        final class Node {
          var next: Unmanaged<Node>?
          let part = Part()
        }
        final class Part {}
        @inline(never) func run() {
          let (first, second) = (Node(), Node())
          show(first)
          first.next = .passRetained(second)
          _ = Unmanaged.passRetained(first)
        }
        """, words: ["verified: the release of 2 objects freed 4 objects"]),
    Shape(
      name: "an over-retained object whose memory its deinitializer does not deinitialize",
      source: """
        final class Buffer {
          let memory = UnsafeMutablePointer<Part>.allocate(capacity: 3)
          init() { memory.initialize(repeating: Part(), count: 3) }
        }
        final class Part {}
        @inline(never) func run() {
          let buffer = Buffer()
          show(buffer)
          _ = Unmanaged.passRetained(buffer)
        }
        """, words: ["verified: the release of 2 objects freed 2 objects"]),
    Shape(
      name: "an object that is retained twice more",
      source: """
        final class Model {}
        @inline(never) func run() {
          let model = Model()
          show(model)
          _ = Unmanaged.passRetained(model)
          _ = Unmanaged.passRetained(model)
        }
        """, words: ["verified: 2 more releases freed 1 object"]),
    Shape(
      name: "two objects with many references",
      source: """
        final class Owner { var items: [Item] = [] }
        final class Item { var owner: Owner? }
        @inline(never) func run() {
          let (owner, item) = (Owner(), Item())
          item.owner = owner
          owner.items = Array(repeating: item, count: 100_000)
          show(owner)
        }
        """, words: ["verified: breaking Item . owner → Owner freed 2 objects"]),
    Shape(
      name: "an over-retained object that its own object releases",
      source: """
        final class Model { let part = Part() }
        final class Part {
          var model: Unmanaged<Model>?
          deinit { model?.release() }
        }
        @inline(never) func run() {
          let model = Model()
          show(model)
          model.part.model = .passRetained(model)
          _ = Unmanaged.passRetained(model)
        }
        """,
      words: [
        "refuted: breaking", "an Unmanaged value refers to the object and may own it as well",
      ],
      confidence: "likely"),
    Shape(
      name: "a C function pointer and its context",
      source: """
        typealias Pointer = UnsafeRawPointer
        struct Callback { var code: @convention(c) (Pointer?) -> Void, context: Pointer? }
        final class Model { var callbacks: [Callback] = [] }
        @inline(never) func run() {
          let model = Model()
          show(model)
          let context = Pointer(Unmanaged.passRetained(model).toOpaque())
          model.callbacks.append(Callback(code: { print($0 != nil) }, context: context))
        }
        """, words: ["not verified: a reference of Model is stored in untyped memory"],
      confidence: "scanned"),
    Shape(
      name: "a list of 100,000 elements",
      source: """
        final class Link { var next: Link? }
        @inline(never) func run() {
          let first = Link()
          var last = first
          for _ in 1..<100_000 { let link = Link(); last.next = link; last = link }
          last.next = first
        }
        """, words: ["verified: breaking", "freed 100000 objects"]),
    Shape(
      name: "a closure that is the first part of an optional tuple",
      source: """
        final class Part {}
        final class Screen {
          var pending: (action: () -> Void, part: Part)?
          var count = 0
          func arm() { pending = ({ self.count += 1 }, Part()) }
        }
        @inline(never) func run() { Screen().arm() }
        """, words: ["verified: breaking", "capture self", "freed 2 objects"]),
    Shape(
      name: "a structure of closures in a lazy property",
      source: """
        struct Actions { var get: () -> Int; var put: (Int) -> Void }
        final class Backend {
          var number = 0
          lazy var actions = Actions(get: { self.number }, put: { self.number = $0 })
        }
        @inline(never) func run() {
          let backend = Backend()
          backend.actions.put(3)
          show(backend)
        }
        """, words: ["verified: breaking", "freed"]),
    Shape(
      name: "work that is left to another thread",
      source: """
        import Dispatch
        final class Store { var owner: Owner?; var kept: Store? }
        final class Owner {
          let store = Store()
          deinit { let store = store; DispatchQueue.global().async { store.kept = nil } }
        }
        @inline(never) func run() {
          let owner = Owner()
          owner.store.owner = owner
          owner.store.kept = owner.store
        }
        """, words: [], confidence: ""),
    leavingWork(name: "work in a busy shared queue", queue: "DispatchQueue.global()"),
    leavingWork(name: "work in a busy serial queue", queue: "serial"),
  ]

  /// Returns a leak of an object whose deinitializer submits work to a queue that is blocked.
  private static func leavingWork(name: String, queue: String) -> Shape {
    Shape(
      name: name,
      source: """
        import Dispatch
        let wait = DispatchSemaphore(value: 0)
        let serial = DispatchQueue(label: "serial")
        for _ in 0..<600 { \(queue).async { wait.wait() } }
        final class Part {}
        final class Owner {
          var me: Owner?
          let part = Part()
          deinit { let part = part; \(queue).async { show(part) } }
        }
        @inline(never) func run() {
          let owner = Owner()
          owner.me = owner
          show(owner)
        }
        """, words: ["not verified: a deinitializer left work to another thread"],
      confidence: "proven")
  }
}
