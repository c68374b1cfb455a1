import Testing

@testable import mutate

/// Tests of which mutants are generated for a source text, and of the mutated texts.
struct MutantGeneratorTests {
  /// Returns the source of a class whose method has the given body.
  private func method(_ body: String, _ signature: String = "func run()") -> String {
    "final class Sink {\n  \(signature) {\n    \(body)\n  }\n}\n"
  }

  private func kinds(_ text: String) -> [GeneratedMutant.Kind] {
    MutantGenerator.mutants(of: text, file: "Sink.swift").map(\.kind)
  }

  private func applied(_ text: String) -> String {
    let mutants = MutantGenerator.mutants(of: text, file: "Sink.swift")
    return mutants.applied(to: text, numbers: Array(mutants.indices))
  }

  @Test(arguments: [
    ("self.sink = nil", "if !MutantSwitch.isOn(0) { self.sink = nil }"),
    ("sink?.dispose()", "if !MutantSwitch.isOn(0) { sink?.dispose() }"),
    ("count -= 1", "if !MutantSwitch.isOn(0) { count -= 1 }"),
    ("_ = queue.popFirst()", "if !MutantSwitch.isOn(0) { _ = queue.popFirst() }"),
    (
      "lock.withLock { sink = nil }",
      "lock.withLock { if !MutantSwitch.isOn(0) { sink = nil } }"
    ),
  ])
  func aStatementIsSkippedIfItsMutantIsOn(statement: String, mutated: String) {
    #expect(applied(method(statement)) == method(mutated))
  }

  @Test(arguments: [
    "let sink = make()", "show()", "return sink.dispose()", "x = nil\n    let x: Int",
    "lock.withLock { queue.popFirst() }", "#if DEBUG\n    sink = nil\n    #endif",
    "let text = \"sink = nil\" // sink = nil",
  ])
  func declarationsAndOtherCallsAreNotDropped(statements: String) {
    let kinds = kinds(method(statements))
    #expect(kinds.filter { $0 == .droppedCall || $0 == .droppedAssignment }.isEmpty, "\(kinds)")
  }

  @Test func anImplicitReturnValueIsNotDropped() {
    #expect(kinds(method("queue.popFirst()", "func run() -> Int?")) == [])
    #expect(kinds("struct A {\n  var b: Int? {\n    queue.popFirst()\n  }\n}\n") == [])
    #expect(kinds(method("queue.popFirst()\n    return 1", "func run() -> Int")) == [.droppedCall])
  }

  @Test func initialValuesOfPropertiesAreNotDropped() {
    #expect(kinds(method("self.sink = nil\n    super.init()", "init()")) == [])
  }

  @Test func inlinableCodeIsNotMutated() {
    #expect(kinds(method("sink = nil", "@inlinable func run()")) == [])
    #expect(kinds("final class A {\n  @inlinable\n  func b() {\n    c = nil\n  }\n}\n") == [])
  }

  @Test func conditionsAreDroppedAndInverted() {
    #expect(
      applied(method("guard !isDisposed else { return }"))
        == method(
          "guard (MutantSwitch.isOn(0) || ((MutantSwitch.isOn(1) != (!isDisposed)))) else"
            + " { return }"))
    #expect(
      applied(method("if isLate { show() }"))
        == method(
          "if (!MutantSwitch.isOn(0) && ((MutantSwitch.isOn(1) != (isLate)))) { show() }"))
    #expect(kinds(method("if let isLate { show() }")) == [])
    #expect(kinds(method("if case .none = termination { show() }")) == [])
    #expect(kinds(method("if try isDisposed() { show() }")) == [])
  }

  @Test func partsOfABinaryDisposableAreForgottenOneAtATime() {
    #expect(
      applied(method("return BinaryDisposable(source.attach(self), timer)", "func run() -> D"))
        == method(
          "return BinaryDisposable(MutantSwitch.forgetting(0, source.attach(self)),"
            + " MutantSwitch.forgetting(1, timer))", "func run() -> D"))
  }

  @Test func membersOfACompositeAreForgottenOneAtATime() {
    #expect(
      applied(
        method("return CompositeDisposable(disposables: [start(), errors])", "func run() -> D"))
        == method(
          "return CompositeDisposable(disposables: [MutantSwitch.forgetting(0, start()),"
            + " MutantSwitch.forgetting(1, errors)])", "func run() -> D"))
    for text in ["disposables", "[first] + disposables"] {
      #expect(
        kinds(method("return CompositeDisposable(disposables: \(text))", "func run() -> D")) == [])
    }
  }

  @Test func neighboringCallsAreSwapped() {
    #expect(
      kinds(method("observer.completed()\n    cancel.dispose()"))
        == [.droppedCall, .swappedCalls, .droppedCall]
        || kinds(method("observer.completed()\n    cancel.dispose()")).contains(.swappedCalls))
    let text = applied(method("send()\n    cancel.dispose()"))
    #expect(text.contains("{ cancel.dispose(); send() } else { send()\n"))
  }

  @Test func weakCapturesBecomeStrong() {
    let text = applied(method("run { [weak self] in\n      if let self { self.go() }\n    }"))
    #expect(text.contains("[weak self, kept0 = MutantSwitch.isOn(0) ? self : nil] in"))
    #expect(text.contains("withExtendedLifetime(kept0) {}; if let self"))
    #expect(!kinds(method("run { [weak self] in self?.go() }")).contains(.strongCapture))
  }

  @Test func noLineIsAdded() {
    let text = method("if isLate {\n      sink = nil\n    }\n    count += 1\n    sink.dispose()")
    #expect(applied(text).split(separator: "\n").count == text.split(separator: "\n").count)
  }

  @Test(arguments: [
    ("func run() {\n    sink = nil\n  }", "Outer.Sink.run"),
    ("class func run() {\n    go { sink = nil }\n  }", "Outer.Sink.run"),
    ("deinit {\n    sink = nil\n  }", "Outer.Sink.deinit"),
    ("var a: Int {\n    get {\n      sink = nil\n      return 1\n    }\n  }", "Outer.Sink.a"),
    ("static let a = {\n    sink = nil\n    return 1\n  }()", "Outer.Sink.a"),
    ("func run() {\n    func go() { sink = nil }\n  }", "Outer.Sink.run"),
    (
      "func run() {\n    struct Local {\n    func go() {\n sink = nil\n }\n }\n  }",
      "Outer.Sink.run.go"
    ),
  ])
  func aMutantHasTheScopeAroundIt(member: String, scope: String) {
    let text = "extension Outer.Sink where Element == Int {\n  \(member)\n}\n"
    #expect(MutantGenerator.mutants(of: text, file: "Sink.swift").map(\.scope) == [scope])
  }

  @Test func theScopeIsFoundBelowAMultilineTypeDeclaration() {
    let text =
      "final class Sink<A: B>:\n  Base<A>, @unchecked Sendable\n{\n  func run() {\n    a = nil\n  }\n}\n"
    #expect(MutantGenerator.mutants(of: text, file: "Sink.swift").map(\.scope) == ["Sink.run"])
  }

  @Test func linesAboveDoNotChangeTheScope() {
    let text = method("sink = nil")
    let moved = "/// A comment.\n\n" + text
    #expect(
      MutantGenerator.mutants(of: moved, file: "Sink.swift").map(\.scope)
        == MutantGenerator.mutants(of: text, file: "Sink.swift").map(\.scope))
  }

  @Test func mutantsHaveTheirLineAndSourceText() {
    let mutants = MutantGenerator.mutants(of: method("sink = nil"), file: "Sink.swift")
    #expect(mutants.map(\.line) == [3])
    #expect(mutants.map(\.sourceText) == ["sink = nil"])
  }

  @Test func noGeneratedMutantEnclosesPartOfAListedEdit() throws {
    let list = try MutantList(
      parsing: "mutant m\nbreaks error\nedit Sink.swift\n-second = nil\n+third = nil")
    let result = MutantSchemata(list.mutants, generatingFrom: 5).applied(to: [
      "Sink.swift": method("first = nil\n    second = nil\n    run { third.dispose() }")
    ])
    #expect(result.obstacles == [:])
    #expect(result.generated.map(\.sourceText).contains("second = nil"))
    let text = try #require(result.copies["Sink.swift"])
    #expect(text.filter { $0 == "{" }.count == text.filter { $0 == "}" }.count)
    #expect(text.contains("if MutantSwitch.isOn(0) {\nthird = nil\n} else {"))
  }
}
