import Foundation
import TestSupport
import Testing

/// Tests of the names of captures when the compiler has inlined the methods that a closure calls.
@Suite(.runsPrograms) struct OptimizedCaptureTests {
  private static let source = """
    final class Node {
      var handlers: [() -> Void] = []
      var count = 0
      let name: String
      init(_ name: String) { self.name = name }
      func poke() { count += 1 }
      func spawn(_ name: String) -> Node {
        let child = Node(name)
        child.handlers.append {
          child.poke()
        }
        return child
      }
    }
    @inline(never) func run() { print(Node("a").spawn("b").count) }
    run()
    """

  @Test(arguments: ["-Onone", "-O"])
  func anotherObjectOfTheSameTypeIsNotCalledSelf(optimization: String) throws {
    try withCompiledProgram(Self.source, options: [optimization, "-g"]) { program in
      let result = try Tool.run(["exec", "--", program])
      #expect(result.status == 1)
      #expect(result.errors.contains("1 leaked cycle"), "\(result.errors)")
      #expect(!result.errors.contains("self"), "\(result.errors)")
      if optimization == "-Onone" { #expect(result.errors.contains("[weak child]")) }
    }
  }

  /// With `-O`, the inner closure is inlined into its forwarder. The report must nevertheless show
  /// the line of the inner closure, not that of the outer one.
  @Test(arguments: ["-Onone", "-O"])
  func aNestedClosureHasItsOwnLine(optimization: String) throws {
    let source = """
      final class Player {
        var onReady: ((Bool) -> Void)?
        var onEnd: (() -> Void)?
      }
      final class Screen {
        let player = Player()
        var events: [String] = []
        func bind() {
          player.onReady = { [weak self] isReady in
            guard let self else { return }
            self.events.append("ready")
            self.player.onEnd = {
              self.events.append("end")
            }
          }
        }
      }
      func run() {
        let screen = Screen()
        screen.bind()
        screen.player.onReady?(true)
        print(screen.events)
      }
      run()

      """
    try expect("closure #1 in closure #1", onLine: 12, of: source, optimization)
  }

  /// The optimized closure has no line of its own, but its context is allocated on its line.
  @Test(arguments: ["-Onone", "-O"])
  func aClosureWithoutALineHasTheLineOfItsAllocation(optimization: String) throws {
    let source = """
      final class Signal {
        var slots: [(Int) -> Void] = []
        func connect<T>(_ target: T, _ method: @escaping (T) -> (Int) -> Void) {
          slots.append { number in
            method(target)(number)
          }
        }
      }
      final class Meter {
        let signal = Signal()
        var sum = 0
        init() { signal.connect(self, Meter.add) }
        func add(_ number: Int) { sum += number }
      }
      func run() {
        let meter = Meter()
        for slot in meter.signal.slots { slot(2) }
        print(meter.sum)
      }
      run()

      """
    try expect("closure #1 in Signal.connect", onLine: 4, of: source, optimization)
  }

  /// With -O, the closure that the compiler generates for the use of the method has no line.
  @Test(arguments: ["-Onone", "-O"])
  func aMethodUsedAsAHandlerHasTheLineOfItsUse(optimization: String) throws {
    let source = """
      final class Bus<Event> {
        var handlers: [(Event) -> Void] = []
        func on(_ handler: @escaping (Event) -> Void) { handlers.append(handler) }
      }
      final class Screen {
        let bus = Bus<Int>()
        var seen: [Int] = []
        func start() {
          print("start")
          bus.on(update)
        }
        func update(_ number: Int) { seen.append(number) }
      }
      final class Page {
        let bus = Bus<Int>()
        var seen: [Int] = []
        func start() {
          let connect = {
            print("connect")
            self.bus.on(self.show)
          }
          connect()
        }
        func show(_ number: Int) { seen.append(number) }
      }
      final class Form<Value> {
        let bus = Bus<Value>()
        var seen: [Value] = []
        init(_ value: Value) {
          seen.append(value)
          bus.on(change)
        }
        func change(_ value: Value) { seen.append(value) }
      }
      func run() {
        let (screen, page, form) = (Screen(), Page(), Form("a"))
        screen.start()
        page.start()
        form.bus.handlers[0]("b")
      }
      run()

      """
    try withCompiledProgram(source, options: [optimization, "-g"]) { program in
      let errors = try Tool.run(["exec", "--color", "never", "--", program]).errors
      for (function, line, method) in [
        ("Screen.start()", 10, "update"), ("closure #1 in Page.start()", 20, "show"),
        ("Form.init(_:)", 31, "change"),
      ] {
        #expect(
          errors.contains("method reference in \(function)    main.swift:\(line)"), "\(errors)")
        #expect(errors.contains("self?.\(method)(…)"), "\(errors)")
      }
    }
  }

  /// The source file declares only one of the two methods that the function uses, so the name does
  /// not show which of them a closure calls. The line is that of the function.
  @Test func aMethodIsNamedOnlyIfItIsUnambiguous() throws {
    let main = """
      final class Bus {
        var handlers: [(Int) -> Void] = []
        func on(_ handler: @escaping (Int) -> Void) { handlers.append(handler) }
      }
      final class Screen {
        let bus = Bus()
        let helper = Helper()
        var seen = 0
        func start() {
          print("start")
          bus.on(update)
          helper.screen = self
          bus.on(helper.handle)
        }
        func update(_ number: Int) { seen += number }
      }
      func run() {
        let screen = Screen()
        screen.start()
        screen.bus.handlers[1](1)
      }
      run()
      """
    let helper = """
      final class Helper {
        var screen: Screen?
        var sum = 0
        func handle(_ number: Int) { sum += number }
      }
      """
    let compiled = try Compilation(
      of: ["main.swift": main, "Helper.swift": helper],
      with: ["swiftc", "-O", "-g", "main.swift", "Helper.swift", "-o", "program"]
    ).outcome()
    let errors = try Tool.run(["exec", "--no-verify", "--", compiled.file("program")]).errors
    #expect(errors.contains("method reference in Screen.start()    main.swift:9"), "\(errors)")
    #expect(!errors.contains("main.swift:11"), "\(errors)")
    #expect(!errors.contains("self?.update("), "\(errors)")
  }

  /// Expects that the trace of a leak shows a closure with its line.
  private func expect(
    _ closure: String, onLine number: Int, of source: String, _ optimization: String
  ) throws {
    try withCompiledProgram(source, options: [optimization, "-g"]) { program in
      let result = try Tool.run(["exec", "--color", "never", "--", program])
      #expect(result.status == 1)
      let line = result.errorLines.first { $0.contains(closure) }
      #expect(line?.contains("main.swift:\(number)") == true, "\(result.errors)")
    }
  }

  /// The optimizer moves the body of the function to a specialization for the class. The function
  /// itself only calls the specialization, and has no line.
  @Test(arguments: ["-Onone", "-O"])
  func theCaptureOfASpecializedFunctionHasItsDeclaredType(optimization: String) throws {
    let source = """
      protocol Sink { func put(_ text: String) }
      final class Buffer: Sink {
        var lines = 0
        var flush: (() -> Void)?
        func put(_ text: String) { lines += 1 }
      }
      func attach(_ sink: any Sink, to buffer: Buffer) {
        buffer.flush = { sink.put("x") }
      }
      func run() {
        let buffer = Buffer()
        attach(buffer, to: buffer)
        buffer.flush?()
        print(buffer.lines)
      }
      run()
      """
    try withCompiledProgram(source, options: [optimization, "-g"]) { program in
      let errors = try Tool.run(["exec", "--no-verify", "--", program]).errors
      #expect(errors.contains("main.swift:8"), "\(errors)")
      #expect(errors.contains("restrict the type of sink to AnyObject, and capture [weak sink]"))
    }
  }

  /// The optimizer inserts the key path into the closure. The closure's symbol shows this change.
  @Test(arguments: ["-Onone", "-O"])
  func aClosureWithAConstantKeyPathIsNamed(optimization: String) throws {
    let source = """
      final class Model {
        var name = "x"
        var onChange: (() -> Void)?
        func bind<V>(_ key: KeyPath<Model, V>) { onChange = { print(self[keyPath: key]) } }
      }
      do {
        let model = Model()
        model.bind(\\.name)
        model.onChange?()
      }
      """
    try withCompiledProgram(source, options: [optimization, "-g"]) { program in
      let result = try Tool.run(["exec", "--no-verify", "--", program])
      #expect(result.status == 1)
      #expect(result.errors.contains("Model.bind"), "\(result.errors)")
    }
  }

  /// The optimizer inlines the nested function, so that the name of the captured variable is
  /// unknown.
  @Test(arguments: ["-Onone", "-O"])
  func aNestedFunctionCalledByAClosureIsNamed(optimization: String) throws {
    let source = """
      final class Screen {
        var onTap: ((Int) -> Void)?
        var taps = 0
        func setUp() {
          func count(_ number: Int) { taps += number }
          onTap = { number in count(number) }
        }
      }
      do {
        let screen = Screen()
        screen.setUp()
        screen.onTap?(1)
      }
      """
    try withCompiledProgram(source, options: [optimization, "-g"]) { program in
      let errors = try Tool.run(["exec", "--no-verify", "--", program]).errors
      #expect(errors.contains("; count(), which the closure calls, must not capture"), "\(errors)")
      #expect(errors.contains("The closure calls the nested function count()"), "\(errors)")
    }
  }

  /// The first instruction of a specialized closure has no line. That of the closure itself has
  /// one.
  @Test(arguments: ["-Onone", "-O"])
  func aSpecializedClosureHasTheLineOfTheClosure(optimization: String) throws {
    let source = """
      final class Repository<Item> {
        var items: [Item] = []
        var changed: [(Item) -> Void] = []
        func save(_ item: Item) { items.append(item); changed.forEach { $0(item) } }
      }
      final class Service<Item> {
        let repository: Repository<Item>
        var cache: [Item] = []
        init(repository: Repository<Item>) {
          self.repository = repository
          repository.changed.append { item in
            self.cache.append(item)
          }
        }
      }
      @inline(never) func run() {
        let repository = Repository<Int>()
        let service = Service(repository: repository)
        repository.save(1)
        print(service.cache)
      }
      run()
      """
    try withCompiledProgram(source, options: [optimization, "-g"]) { program in
      let errors = try Tool.run(["exec", "--no-verify", "--", program]).errors
      #expect(errors.contains(#/\n  at [\w.]+:11\n/#), "\(errors)")
    }
  }

  /// The block of `if` ends in the middle of a line, and is not a closure.
  @Test(arguments: ["-Onone", "-O"])
  func theBlockOfAnIfStatementIsNotTreatedAsAClosure(optimization: String) throws {
    let source = """
      protocol Reducer {
        associatedtype Action
        func effect(_ action: Action) -> Effect<Action>?
      }
      struct Effect<Action> { let run: (@escaping (Action) -> Void) -> Void }
      final class Store<R: Reducer> {
        let reducer: R
        var effects: [Int: Effect<R.Action>] = [:]
        init(_ reducer: R) { self.reducer = reducer }
        func send(_ action: R.Action) {
          if let effect = reducer.effect(action) { let id = effects.count; effects[id] = effect; effect.run { next in self.effects[id] = nil; self.send(next) } }; print(effects.count)
        }
      }
      final class Keeper { var pending: [() -> Void] = [] }
      struct Counter: Reducer {
        let keeper: Keeper
        func effect(_ action: Bool) -> Effect<Bool>? {
          action ? Effect { send in keeper.pending.append { send(false) } } : nil
        }
      }
      @inline(never) func run() { Store(Counter(keeper: Keeper())).send(true) }
      run()
      """
    try withCompiledProgram(source, options: [optimization, "-g"]) { program in
      let errors = try Tool.run(["exec", "--no-verify", "--", program]).errors
      #expect(errors.contains("break here: [weak self]"), "\(errors)")
    }
  }
}
