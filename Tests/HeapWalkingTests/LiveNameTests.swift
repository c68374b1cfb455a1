import HeapWalking
import OwnershipGraph
import Testing

private final class Screen: @unchecked Sendable {
  var handlers: [() -> Void] = []
  var typed: ((Int) -> Void)?
  var asynchronous: (@Sendable () async -> Void)?
  let other = Target()

  static let line = #line
  func bind(_ n: Int) { handlers.append { use((self, n)) } }
  func weakly(_ n: Int) { handlers.append { [weak self] in use((self, n)) } }
  func two(_ target: Target) { handlers.append { use((self, target)) } }
  func only() { handlers.append { use(self) } }
  func reference() { typed = handle }
  func handle(_ n: Int) { use(n) }
  func generic<Value>(_ value: Value) { handlers.append { use((self, value)) } }
  func start() { asynchronous = { [self, other] in await run(self, other) } }
  func nested() { handlers.append { [self] in handlers.append { use((self, 1)) } } }
  func local(_ n: Int) {
    func inner() { use((self, n)) }
    handlers.append(inner)
  }
}
private func run(_ screen: Screen, _ target: Target) async { use((screen, target)) }

extension Screen {
  fileprivate var action: Int {
    handlers.append { use((self, self.other)) }
    return 1
  }
}

@Suite struct LiveNameTests {
  /// Returns a description of the objects that are reachable from a screen, including the captures
  /// and locations of closures.
  private func describe(_ build: (Screen) -> Void) -> ObjectGraph {
    let screen = Screen()
    build(screen)
    let walker = HeapWalker()
    let snapshot = walker.walk(from: [Address(of: screen)])
    let graph = walker.describe(snapshot.addresses, names: ObjectNames()).graph
    screen.handlers = []
    screen.typed = nil
    screen.asynchronous = nil
    return graph
  }

  private func labels(_ graph: ObjectGraph) -> [String] {
    graph.references.filter { graph.nodes[$0.from].kind.isClosure }
      .map { ($0.strength == .strong ? "" : "\($0.strength) ") + $0.label }
  }

  private func names(_ graph: ObjectGraph) -> [String] {
    graph.nodes.filter(\.kind.isClosure).map(\.type)
  }

  @Test func aClosureAndItsCaptureOfSelfAreNamed() {
    let graph = describe { $0.bind(3) }
    #expect(names(graph) == ["closure #1 in Screen.bind(_:)"])
    #expect(labels(graph) == ["capture self"])
  }

  @Test func aClosureThatCapturesOneObjectIsOfKindFunction() {
    let graph = describe { $0.only() }
    #expect(names(graph) == ["closure #1 in Screen.only()"])
    #expect(graph.nodes.filter(\.kind.isClosure).map(\.kind) == [.function])
    #expect(labels(graph) == ["capture self"])
  }

  @Test func weakCapturesOfSelfAreLabeledWeak() {
    let graph = describe { $0.weakly(3) }
    #expect(names(graph) == ["closure #1 in Screen.weakly(_:)"])
    #expect(labels(graph) == ["weak capture self"])
  }

  @Test func capturesOtherThanSelfAreNamedByIndexAndType() {
    let graph = describe { $0.two(Target()) }
    #expect(labels(graph) == ["capture self", "capture #2: Target"])
  }

  @Test func genericAsyncLocalAndGetterClosuresAreNamed() {
    #expect(names(describe { $0.generic((1, 2)) }) == ["closure #1 in Screen.generic(_:)"])
    #expect(names(describe { $0.start() }) == ["closure #1 in Screen.start()"])
    #expect(names(describe { $0.local(3) }) == ["inner() in Screen.local(_:)"])
    #expect(names(describe { _ = $0.action }) == ["closure #1 in Screen.action.getter"])
  }

  @Test func aMethodReferenceIsNamedAfterItsFunctionOrMethod() {
    let graph = describe { $0.reference() }
    let allowed = ["method reference in Screen.reference()", "Screen.handle(_:)"]
    #expect(names(graph).count == 1 && names(graph).allSatisfy(allowed.contains))
    #expect(labels(graph) == ["capture self"])
  }

  /// A method reference has no code of its own. The same is true for a closure that the optimizer
  /// merged with its forwarder or with another closure. The line of such a closure is the line of
  /// the enclosing function.
  @Test func aClosureHasItsFileAndLine() throws {
    let builds: [(Int, (Screen) -> Void)] = [
      (1, { $0.bind(3) }), (2, { $0.weakly(3) }), (3, { $0.two(Target()) }), (4, { $0.only() }),
      (5, { $0.reference() }), (7, { $0.generic((1, 2)) }), (8, { $0.start() }),
      (11, { $0.local(3) }),
    ]
    for (offset, build) in builds {
      let closure = try #require(describe(build).nodes.first { $0.kind.isClosure })
      // There is no location if debug information or the symbolizer of the toolchain is missing.
      guard let location = closure.location else { continue }
      let line = Screen.line + (closure.type == "Screen.handle(_:)" ? 6 : offset)
      let file = "Tests/HeapWalkingTests/LiveNameTests.swift"
      #expect(location == SourceLocation(file: file, line: line))
    }
  }

  @Test func namesContainNoAddresses() {
    for node in describe({ $0.two(Target()) }).nodes {
      #expect(!node.qualifiedType.contains("$"), "\(node.qualifiedType)")
      #expect(!node.id.contains("0x"), "\(node.id)")
    }
  }
}
