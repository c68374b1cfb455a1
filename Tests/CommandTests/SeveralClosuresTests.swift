import TestSupport
import Testing

/// Tests of the edits of cycles through several closures.
@Suite(.runsPrograms) struct SeveralClosuresTests {
  /// The closures in `Filter.sink` and the subject also form a cycle. The deinitializer of the
  /// tokens breaks this cycle, so only the closures in `Profile.bind()` have to be edited.
  @Test(arguments: ["-Onone", "-O"])
  func editsThatADeinitializerMakesUnnecessaryAreNotSuggested(optimization: String) throws {
    let source = """
      final class Token {
        private let cancel: () -> Void
        init(_ cancel: @escaping () -> Void) { self.cancel = cancel }
        deinit { cancel() }
      }
      final class Subject {
        private var receivers: [Int: (String) -> Void] = [:]
        private var next = 0
        func send(_ value: String) { for receiver in receivers.values { receiver(value) } }
        func subscribe(_ receiver: @escaping (String) -> Void) -> Token {
          next += 1
          let id = next
          receivers[id] = receiver
          return Token { [weak self] in self?.receivers[id] = nil }
        }
      }
      struct Filter {
        let upstream: Subject, include: (String) -> Bool
        func sink(_ receiver: @escaping (String) -> Void) -> Token {
          upstream.subscribe { if include($0) { receiver($0) } }
        }
      }
      final class Profile {
        let name = Subject()
        private var tokens: [Token] = []
        var title = "", subtitle = ""
        func bind() {
          tokens.append(Filter(upstream: name, include: { $0 != "" }).sink { self.title = $0 })
          tokens.append(Filter(upstream: name, include: { $0 != "a" }).sink { self.subtitle = $0 })
        }
      }
      func run() {
        let profile = Profile()
        profile.bind()
        profile.name.send("x")
        print(profile.title)
      }
      run()
      """
    let report = try report(on: source, optimization)
    #expect(report.contains("  at main.swift:28, main.swift:29"), "\(report)")
    #expect(report.contains("confidence: verified"), "\(report)")
    #expect(!report.contains("upstream]"), "\(report)")
  }

  /// Each of the closures calls a different nested function, or none.
  @Test(arguments: ["-Onone", "-O"])
  func closuresOnOneLineAreDistinguished(optimization: String) throws {
    let source = """
      final class App {
        var chain: [(String) -> String] = []
        var hits = 0
        func start() {
          func count() { hits += 1 }
          func tag(_ text: String) -> String { "\\(hits):\\(text)" }
          chain = [{ count(); return $0 }, { tag($0) }, { $0.contains { $0 == "/" } ? "" : $0 }]
        }
      }
      func run() {
        let app = App()
        app.start()
        print(app.chain[1](app.chain[0]("x")))
      }
      run()
      """
    let report = try report(on: source, optimization)
    let edits = report.split(separator: "\n").filter { $0.contains("break here") }
    #expect(edits.count == 2, "\(report)")
    #expect(edits.count { $0.contains("count(), which the closure calls") } == 1, "\(report)")
    #expect(edits.count { $0.contains("tag(), which the closure calls") } == 1, "\(report)")
  }

  /// The optimizer specializes the closure for the type of the captured variable.
  @Test(arguments: ["-Onone", "-O"])
  func theEditDependsOnTheDeclaredTypeOfTheVariable(optimization: String) throws {
    let source = """
      final class Signal<Value> {
        private var slots: [(Value) -> Void] = []
        func connect<Target>(_ target: Target, _ body: @escaping (Target, Value) -> Void) {
          slots.append { value in body(target, value) }
        }
        func emit(_ value: Value) { slots.forEach { $0(value) } }
      }
      final class Thermostat {
        let changed = Signal<Int>()
        var last = 0
        init() { changed.connect(self) { own, value in own.last = value } }
      }
      func run() {
        let thermostat = Thermostat()
        thermostat.changed.emit(21)
        print(thermostat.last)
      }
      run()
      """
    let report = try report(on: source, optimization)
    #expect(report.contains("restrict the type of target to AnyObject, and capture [weak target]"))
  }

  /// As with one handler, either the captures or the property may have to become weak.
  @Test(arguments: ["-Onone", "-O"])
  func twoHandlersHaveTheSameAlternativeAsOne(optimization: String) throws {
    let source = """
      final class Socket { var onMessage: ((String) -> Void)?, onClose: (() -> Void)? }
      final class Chat {
        private let socket: Socket
        private var lines: [String] = []
        init(socket: Socket) { self.socket = socket }
        func start() {
          socket.onMessage = { text in self.lines.append(text) }
          socket.onClose = { self.lines = [] }
        }
      }
      func connect() -> Socket {
        let socket = Socket()
        Chat(socket: socket).start()
        return socket
      }
      func run() { connect().onMessage?("a") }
      run()
      """
    let report = try report(on: source, optimization)
    #expect(report.contains("break here: [weak self], if another object owns Chat"), "\(report)")
    #expect(report.contains("or break: weak var socket, in Chat"), "\(report)")
  }

  private func report(on source: String, _ optimization: String) throws -> String {
    try withCompiledProgram(source, options: [optimization, "-g"]) { program in
      let result = try Tool.run(["exec", "--color", "never", "--", program])
      #expect(result.status == 1)
      return result.errors
    }
  }
}
