import Testing

@testable import HeapWalking

/// Tests of closures that are found in the source by their numbers.
@Suite struct ClosureSourceTests {
  /// The compiler numbers the closures of `run` as the numbers in the comments show.
  private static let statements = """
    func run(_ a: Bool, _ f: () -> Int = { 0 }) -> Int {
      keep { print("1") } // 1
      keep { keep { print("nested") } // 2
        keep { print("2.2") } } // 2.2
      func inner(_ g: () -> Void = {}) { keep { print("inner") } }
      struct Local { func f() { keep { print("local") } } }
      if a, [1].contains(where: { $0 == 1 }) { // 3
        keep { print("if") } // 4
      } else if a { keep { print("else") } } // 5
      for i in [1].map({ $0 }) where i > 0 { keep { print(i) } } // 7 ends the line
      switch [1].filter({ $0 == 1 }).count { // 8
      case 1: keep { print("case") } // 9
      default: break }
      do { keep { print("do") } } catch { keep { print("catch") } } // 11 ends the line
      print("text { \\([1].map { $0 }) }") // 12
      defer { keep { print("defer") } }
      guard [1].contains(where: { $0 == 1 }) else { return 0 } // 13
      repeat { keep { print("repeat") } } while [1].contains { $0 == 2 } // 15 ends the line
      let value = if a { { 1 } } else { { 2 } } // 17 ends the line
      var computed: Int { keep { print("get") }; return 2 }
      var observed: Int = 3 { didSet { keep { print("set") } } }
      var list = ([1, 2]).map { $0 } // 18
      var given: () -> Void = { print("given") } // 19
      var plain: Int
      keep { print(given) } // 20
      remember(for: 3, if: a) { print("label") } // 21
      while let one = Optional(1), ({ one == 1 })() { keep { print("while") } } // 23 ends the line
      if a {
        keep { print("line") } // 24
      }; keep { print("next") } // 25
      #if os(Linux)
      keep { print("linux") } // 26
      #else
      keep { print("other") }
      #endif
      #if DEBUG
      keep { print("debug") } // uncertain
      #endif
      return 0
    }
    """

  private static let numbered: [([Int], Int?)] = [
    ([1], 2), ([2], 3), ([2, 1], 3), ([2, 2], 4), ([3], 7), ([4], 8), ([5], 9), ([7], 10),
    ([8], 11), ([9], 12), ([11], 14), ([12], 15), ([13], 17), ([15], 18), ([17], 19), ([18], 22),
    ([19], 23), ([20], 25), ([21], 26), ([23], 27), ([24], 29),
    ([25], 30), ([26], 32), ([27], nil), ([2, 3], nil), ([0], nil),
  ]

  @Test(arguments: numbered)
  func closureNumbersMatchTheCompiler(numbers: [Int], line: Int?) throws {
    let tokens = SourceTokens(Array(Self.statements.utf8))
    let body = try #require(tokens.body(of: "run", onLine: 1))
    #expect(tokens.closure(numbers, inBlockAt: body).map { tokens[$0].line } == line)
  }

  @Test(arguments: [
    "let text = /a{3}/; keep { print(1) }", "#expect(all { $0 }); keep { print(1) }",
    "let text = #/a{3}/#; keep { print(1) }",
  ])
  func macrosAndRegularExpressionsMakeNumbersUncertain(statements: String) throws {
    let tokens = SourceTokens(Array("func run() { \(statements) }".utf8))
    let body = try #require(tokens.body(of: "run", onLine: 1))
    #expect(tokens.closure([1], inBlockAt: body) == nil)
  }

  private static let bodies: [(String, Int, Int?)] = [
    ("load", 2, 2), ("init", 3, 3), ("deinit", 4, 4), ("title.getter", 5, 5), ("size.getter", 6, 6),
    ("size.setter", 7, 7), ("kind.didset", 9, 9), ("load", 3, nil), ("stored.getter", 10, nil),
  ]

  @Test(arguments: bodies)
  func aFunctionsBodyIsFoundByNameAndLine(name: String, line: Int, body: Int?) {
    let source = """
      final class View {
        func load<T>(_ t: T, _ f: () -> Void = { }) async throws where T: P { }
        init(_ x: Int = { 3 }()) { self.init() }
        deinit { }
        var title: String { "" }
        var size: Int { get { 3 }
          set { print(newValue) }
        }
        var kind = 3 { didSet { print(kind) } }
        var stored: Int = { 3 }()
      }
      """
    let tokens = SourceTokens(Array(source.utf8))
    #expect(tokens.body(of: name, onLine: line).map { tokens[$0].line } == body)
  }

  private static let captures: [(String, [String]?)] = [
    ("v.use(w)", ["v", "w"]), ("w.v = v.w + count", ["w", "v"]), ("global(v: w)", ["w"]),
    ("self.count += v", ["self", "v"]), ("super.load(w)", ["self", "w"]), ("nested()", nil),
    ("let v = v; v.use()", ["v"]), ("let v = 3; v.use()", []), ("if let v { use(w) }", ["v", "w"]),
    ("for v in w { use(v) }", ["w"]), ("(v, n) in n.use(v)", []), ("0..<v", ["v"]),
    ("[weak v] in v?.use(w)", ["v", "w"]), ("[x = w.y] in x.use(v)", ["x", "v"]),
    ("[weak self] in guard let self else { return }; use(v, self)", ["self", "v"]),
    ("[self] in use(v)", nil), ("[self] in self.use()", ["self"]),
    ("[self] in use(self, v)", nil),
    ("keep { [weak self] in self?.use(v) }", ["self", "v"]), ("use(\"\\(v)\", nil)", ["v"]),
  ]

  @Test(arguments: captures)
  func capturesAreInTheOrderOfTheirFirstUse(body: String, names: [String]?) throws {
    let source = """
      let global = 3
      final class View {
        var count = 0
        func load(_ w: Int) {
          let v = w
          func nested() { print(w) }
          keep {
            \(body)
          }
        }
      }
      """
    let tokens = SourceTokens(Array(source.utf8))
    let brace = try #require(tokens.indices.first { tokens[$0].line == 7 }) + 1
    #expect(tokens.captures(ofClosureAt: brace) == names)
  }

  /// If a nested function names `self` only after another variable, it may have used `self`
  /// implicitly before that. The order of its captures is then unknown, and the result is `nil`.
  @Test(arguments: [
    ("use(v); use(w)", ["v", "w"]), ("use(x); use(v)", ["v"]), ("self.use(v)", ["self", "v"]),
    ("use(v); self.use(w)", nil), ("use(v) { next = nested }", ["v"]),
  ])
  func capturesOfANestedFunctionExcludeItsParameters(body: String, names: [String]?) throws {
    let source = """
      final class View {
        var next: (() -> Void)?
        func load(_ w: Int) {
          let v = w
          func nested(_ x: Int) {
            \(body)
          }
        }
      }
      """
    let tokens = SourceTokens(Array(source.utf8))
    let brace = try #require(
      tokens.indices.first { tokens[$0].line == 5 && tokens[$0].text == "{" })
    #expect(tokens.captures(ofClosureAt: brace) == names)
    #expect(tokens.usesItself(functionWithBlockAt: brace) == body.contains("nested"))
  }
}
