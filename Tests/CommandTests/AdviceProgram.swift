/// A program with mistakes. The suggested edit for a mistake depends on which code created an
/// object, on the form of a closure, and on the names of captured variables.
enum AdviceProgram {
  static let source = """
    import Foundation
    class Part {
      var owned: [AnyObject] = [] // owned
    }
    final class Maker: Part {
      var tool: Tool?
      override init() {
        super.init()
        tool = Tool()
        tool!.owned.append(self)
      }
    }
    final class Tool: Part {}
    class Base {
      let engine: Engine
      init() { engine = Engine() }
      func connect() { engine.client = self }
    }
    final class Engine { var client: Base? } // client
    final class Car: Base {}
    final class Seat {
      let car: Vehicle // seat
      init(_ car: Vehicle) { self.car = car }
    }
    final class Vehicle {
      var seats: [Seat] = []
      func equip() { for _ in 0..<2 { seats.append(Seat(self)) } }
    }
    final class Chain {
      var next: (() -> Chain?)?
      let number: Int
      init(_ number: Int) { self.number = number }
      @inline(never) func then() -> Chain {
        let following = Chain(number + 1)
        next = { following }
        return following
      }
    }
    final class Step {
      var following: [() -> Step?] = []
      var preceding: Step? // promise
      func then(capturesAlso number: Int? = Int(getpid())) -> Step {
        let next = Step()
        next.preceding = self
        if let number {
          following.append { number > 0 ? next : nil }
        } else {
          following.append { next }
        }
        return next
      }
    }
    final class Model {
      var action: (() -> Void)?
      var value: (() -> Int)?
      var any: Any?
      var path: AnyKeyPath?
      var items: [Int] = []
      init() { items.append(Int(getpid())) }
      func nested() {
        func local() { items.append(1) }
        action = local
      }
      func renamed() {
        let size: (Model) -> Int = { $0.items.count }
        let me = self
        action = { print(size(me)) } // renamed
      }
      func setValue(_ value: @autoclosure @escaping () -> Int) { self.value = value }
      subscript(_ other: Model) -> Int { other.items.count }
    }
    extension Model: Hashable {
      static func == (left: Model, right: Model) -> Bool { left === right }
      func hash(into hasher: inout Hasher) { hasher.combine(items) }
    }
    final class Box<Value> { var value: Value? }
    final class Pair<Value: AnyObject> { var value: Value? } // constrained
    struct Owned<Value: ~Copyable>: ~Copyable {
      let memory: UnsafeMutablePointer<Value>
      init(_ value: consuming Value) {
        memory = .allocate(capacity: 1)
        memory.initialize(to: value)
      }
      deinit {
        memory.deinitialize(count: 1)
        memory.deallocate()
      }
    }
    final class Node { var owned: Owned<Node?>? }
    final class Buffered {
      var back: Unmanaged<Buffered>?
      var buffer: UnsafeMutablePointer<Unmanaged<Buffered>>?
    }
    final class URLSession { var delegate: Client? } // session
    final class Client { var session: URLSession? }
    final class Context { var decoder: JSONDecoder? }
    final class Shelf {
      let list = NSMutableArray() // list
      let table = NSMutableDictionary() // table
      let ordered = NSMutableOrderedSet() // ordered
      let progress = Progress(totalUnitCount: 1) // progress
      var fixed = NSArray()
      var sequence = AnySequence<Shelf>([]) // sequence
      var iterator: Dictionary<Int, Shelf>.Iterator? // iterator
      @inline(never) func insert(into kind: String) {
        switch kind {
        case "list": list.add(self)
        case "table": table["a"] = self
        case "ordered": ordered.add(self)
        case "fixed": fixed = [self]
        case "sequence": sequence = AnySequence([self])
        case "iterator": iterator = [1: self].makeIterator()
        default: progress.setUserInfoObject(self, forKey: ProgressUserInfoKey("a"))
        }
      }
    }
    final class Screen {
      let presenter: Presenter
      init(_ presenter: Presenter) { self.presenter = presenter }
    }
    final class Presenter {
      var view: Screen? // injected
      var onTap: (() -> Void)?
    }
    final class Database {
      var statements: [Statement] = [] // statements
      func prepare(caches: Bool) -> Statement {
        let statement = Statement(self)
        if caches { statements.append(statement) }
        return statement
      }
    }
    final class Statement {
      let database: Database
      init(_ database: Database) { self.database = database }
    }
    nonisolated(unsafe) var kept: [AnyObject] = []
    final class Server {
      let delegate = Responder()
      func start() { delegate.server = self }
    }
    final class Responder { var server: Server? } // server
    struct Edge { let end: Vertex }
    final class Vertex {
      var pairs: [(end: Vertex, weight: Int)] = [] // pairs
      var edges: [Edge] = [] // edges
      var named: [String: (end: Vertex, weight: Int)] = [:] // named
      func connect(by kind: String) {
        switch kind {
        case "pairs": pairs.append((self, 1))
        case "edges": edges.append(Edge(end: self))
        default: named["a"] = (self, 1)
        }
      }
    }
    @inline(never) func keep(_ object: AnyObject) { if getpid() == 0 { print(object) } }
    @inline(never) func chain() {
      let first = Chain(0)
      let last = first.then().then()
      last.next = { first } // chain
    }
    @inline(never) func start(_ kind: String) {
      let model = Model()
      switch kind {
      case "made": keep(Maker())
      case "engine": Car().connect()
      case "seats": Vehicle().equip()
      case "chain": chain()
      case "promise":
        kept.append(Step())
        _ = (kept[0] as! Step).then().then()
        _ = Step().then().then()
      case "context":
        kept.append(Step())
        _ = (kept[0] as! Step).then(capturesAlso: nil).then(capturesAlso: nil)
        _ = Step().then(capturesAlso: nil).then(capturesAlso: nil)
      case "nested": model.nested()
      case "renamed": model.renamed()
      case "autoclosure": model.setValue(model.items.count)
      case "unfolding":
        model.any = AsyncThrowingStream<Int, any Error>(unfolding: { model.items.count })
      case "elements":
        let models = [model, Model()]
        models[0].action = { print(models.count) } // elements
      case "array": model.any = NSMutableArray(array: [1, model])
      case "cache":
        let cache = NSCache<NSString, Model>()
        cache.setObject(model, forKey: "a")
        model.any = cache
      case "path": model.path = \\Model.[model]
      case "mirror": model.any = Mirror(reflecting: model)
      case "decoder":
        let context = Context()
        context.decoder = JSONDecoder()
        context.decoder!.userInfo[CodingUserInfoKey(rawValue: "context")!] = context
      case "session":
        let client = Client()
        client.session = URLSession()
        client.session!.delegate = client
      case "list", "table", "ordered", "progress", "fixed", "sequence", "iterator":
        Shelf().insert(into: kind)
      case "block":
        let block: @convention(block) () -> Void = { print(model) } // block
        model.any = block
      case "operation":
        model.any = BlockOperation { print(1, model.items) } // operation
      case "group":
        let group = DispatchGroup()
        group.enter()
        group.notify(queue: .global()) { print(2, model.items, 3) } // group
        model.any = group
      case "data":
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 8, alignment: 8)
        model.any = DispatchData(
          bytesNoCopy: UnsafeRawBufferPointer(bytes),
          deallocator: .custom(nil) { print(4, model.items, bytes.count) }) // data
      case "owned":
        let node = Node()
        node.owned = Owned(node)
      case "buffered":
        let buffered = Buffered()
        buffered.back = .passUnretained(buffered)
        buffered.buffer = .allocate(capacity: 1)
        buffered.buffer!.initialize(to: .passRetained(buffered))
      case "many":
        for _ in 0..<2_100 {
          let one = Client()
          one.session = URLSession()
          one.session!.delegate = one
        }
        let other = Client() // other
        other.session = URLSession()
        other.session!.delegate = other
      case "generic":
        let box = Box<Model>()
        box.value = model
        model.any = box
      case "constrained":
        let pair = Pair<Model>()
        pair.value = model
        model.any = pair
      case "injected":
        let presenter = Presenter()
        presenter.view = Screen(presenter)
      case "tapped":
        let presenter = Presenter()
        let screen = Screen(presenter)
        presenter.onTap = { keep(screen) } // tapped
      case "statements":
        kept.append(Database().prepare(caches: false))
        keep(Database().prepare(caches: true))
      case "server": Server().start()
      case "pairs", "edges", "named": Vertex().connect(by: kind)
      default: fatalError()
      }
    }
    start(CommandLine.arguments[1])
    """

  /// Returns the number of the line that ends with a mark, such as `// owned`.
  static func line(_ mark: String) -> Int {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    return (lines.firstIndex { $0.hasSuffix("// \(mark)") } ?? -1) + 1
  }
}
