import TestSupport
import Testing

/// Tests of the edits for variables that closures capture by reference, and for nested functions.
@Suite(.runsPrograms) struct CapturedVariableEditTests {
  private static let source = """
    struct Handlers {
      var onTap: (() -> Void)?
      var count = 0
    }
    final class Job: Hashable {
      var done: (() -> Void)?
      static func == (left: Job, right: Job) -> Bool { left === right }
      func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }
    final class Model {
      var onChange: (() -> Void)?
      var count = 0
    }
    struct State { var (count, model): (Int, Model?) }
    struct Presenter {
      let model = Model()
      let title = "title"
      func bind() { model.onChange = render }
      func render() { model.count += title.count }
    }
    final class Taps { var onTap: (() -> Void)? }
    struct Action {
      let taps: Taps
      let title = "title"
      func run() { taps.onTap = nil; print(title) }
    }
    @inline(never) func action() {
      let taps = Taps()
      let action = Action(taps: taps)
      taps.onTap = action.run
    }
    final class Poller {
      var pages = 0
      var next: (() -> Void)?
      var named: ((Int) -> Void)?
      func repeats(_ count: Int) {
        func step() {
          pages += count
          next = step
        }
        step()
      }
      func retries(_ operation: @escaping (@escaping (Bool) -> Void) -> Void) {
        func attempt() {
          pages += 1
          operation { isDone in if !isDone { self.next = attempt } }
        }
        attempt()
      }
      func ends(_ done: @escaping (String) -> Void) {
        func finish(_ number: Int) {
          done("\\(number)\\(pages)")
        }
        named = finish
      }
    }
    @inline(never) func table() {
      var commands: [String: (String) -> Void] = [:]
      func help(_ word: String) { print(commands.keys.sorted()) }
      func run(_ word: String) { commands[word]?(word) }
      commands["help"] = help
      commands["run"] = run
      run("help")
    }
    @inline(never) func list() {
      var hooks: [() -> Void] = []
      var count = 0
      hooks.append { count += 1; if count > 3 { hooks.removeAll() } }
      hooks[0]()
    }
    @inline(never) func objects() {
      var running: [Int: Job] = [:]
      let job = Job()
      job.done = { running[1] = nil }
      running[1] = job
    }
    @inline(never) func set() {
      var running: Set<Job> = []
      let job = Job()
      job.done = { running.remove(job) }
      running.insert(job)
    }
    @inline(never) func structure() {
      var handlers = Handlers()
      handlers.onTap = { handlers.count += 1 }
      handlers.onTap?()
    }
    @inline(never) func object() {
      var state = State(count: 0, model: nil)
      let model = Model()
      state.model = model
      model.onChange = { state.count += 1 }
      model.onChange?()
    }
    struct Reader { let book: Book; func read() -> Int { book.pages } }
    final class Book { var pages = 1; var onRead: (() -> Int)? }
    @inline(never) func small() {
      let reader = Reader(book: Book())
      reader.book.onRead = reader.read
      print(reader.book.onRead?() ?? 0)
    }
    @inline(never) func start(_ kind: String) {
      switch kind {
      case "table": table()
      case "list": list()
      case "objects": objects()
      case "set": set()
      case "structure": structure()
      case "object": object()
      case "method": Presenter().bind()
      case "small": small()
      case "action": action()
      case "repeats": Poller().repeats(2)
      case "retries": Poller().retries { $0(false) }
      default: Poller().ends { print($0) }
      }
    }
    start(CommandLine.arguments[1])
    """

  private static let edits = [
    ("table", "break here: remove the elements from commands when done"),
    ("table", "fix: Remove the elements from the captured collection when they are no longer"),
    // Both functions use the box of the variable as their context.
    ("table", "│   help(_:) in table()    "), ("table", "also: run(_:) in table() ─▶ box of"),
    ("list", "break here: remove the element from hooks when done"),
    ("objects", "break here: remove the element from running when done"),
    ("set", "remove the element from running when done; [weak job]."),
    ("structure", "break here: assign nil or an empty closure to handlers.onTap when done"),
    ("structure", "fix: Assign another value to the captured variable when its value is no longer"),
    ("object", "break here: assign nil or another object to state.model when done"),
    ("method", "break here: pass a closure "), ("action", "break here: pass a closure "),
    ("method", "fix: A method of a structure captures the whole structure: pass a closure that"),
    ("small", "break here: pass a closure with [weak book = "),
    ("small", "fix: A method of a structure captures the whole structure: pass a closure that"),
    ("repeats", "break here: make step() a method, and use a closure with [weak self] that calls"),
    ("retries", "break here: make attempt() a method, and use a closure with [weak self] that"),
    ("ends", "break here: move the body of finish(_:) into a closure with [weak self]"),
  ]

  @Test(arguments: ["-Onone", "-O"], edits)
  func theExpectedEditIsSuggested(optimization: String, edit: (kind: String, text: String)) throws {
    let options = [optimization, "-g", "-swift-version", "5"]
    try withCompiledProgram(Self.source, options: options) {
      let report = try Tool.run(["exec", "--", $0, edit.kind]).errors
      #expect(report.contains(edit.text), "\(report)")
    }
  }

  /// The edit names the structure `self` only if a method of the structure makes the closure.
  @Test(arguments: [
    ("method", "break here: pass a closure with [weak model = self.model] in place of render"),
    ("action", "with [weak taps = action.taps] in place of action.run"),
    ("small", "with [weak book = reader.book] in place of reader.read"),
  ]) func theEditNamesTheStructure(kind: String, edit: String) throws {
    try withCompiledProgram(Self.source, options: ["-Onone", "-g", "-swift-version", "5"]) {
      let report = try Tool.run(["exec", "--", $0, kind]).errors
      #expect(report.contains(edit), "\(report)")
    }
  }

  /// The closures share the variable's box as their context. The name that is reported must not
  /// depend on the order of the elements in the dictionary `commands`.
  @Test func theNameOfASharedContextIsTheSameInEveryRun() throws {
    try withCompiledProgram(Self.source, options: ["-Onone", "-g", "-swift-version", "5"]) {
      let first = try Tool.run(["exec", "--", $0, "table"]).errors
      for _ in 0..<5 {
        #expect(try Tool.run(["exec", "--", $0, "table"]).errors == first)
      }
    }
  }

  /// A closure captures two objects of one class, each of which retains the other's handler. One
  /// capture list breaks both cycles; a weak property would release what it refers to.
  @Test(arguments: ["-Onone", "-O"])
  func bothCapturesOfAClosureAreEdited(optimization: String) throws {
    let source = """
      final class Value {
        var handlers: [(Int) -> Void] = []
        func bind(_ handler: @escaping (Int) -> Void) { handlers.append(handler) }
      }
      final class Model {
        let value = Value()
        var count = 0
        func follow(_ other: Model) {
          other.value.bind { number in
            self.count = number + other.count
          }
        }
      }
      @inline(never) func run() {
        let (one, two) = (Model(), Model())
        one.follow(two)
        two.follow(one)
      }
      run()
      """
    try withCompiledProgram(source, options: [optimization, "-g"]) { program in
      let errors = try Tool.run(["exec", "--", program]).errors
      #expect(errors.contains("with [weak self, weak other] if"), "\(errors)")
      #expect(errors.contains(#/\n  at [\w.]+:9\n/#), "\(errors)")
    }
  }

  /// An object that all occurrences of a leak retain is not reported as retained by another leak.
  @Test func otherOccurrencesAreNotReportedAsAnotherLeak() throws {
    let source = """
      final class Log { var lines = 0 }
      final class Cell {
        let log: Log
        var done: (() -> Void)?
        init(_ log: Log) { self.log = log }
        func configure() { done = { self.log.lines += 1 } }
      }
      func run() {
        let log = Log()
        for _ in 0..<300 { Cell(log).configure() }
      }
      run()
      """
    try withCompiledProgram(source, options: ["-Onone", "-g"]) { program in
      let errors = try Tool.run(["exec", "--", program]).errors
      #expect(errors.contains("retained by other occurrences: Cell ─▶ Log"), "\(errors)")
      #expect(!errors.contains("another leak"), "\(errors)")
    }
  }
}
