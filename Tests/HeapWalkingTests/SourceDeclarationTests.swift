import Foundation
import OwnershipGraph
import Testing

@testable import HeapWalking

@Suite struct SourceDeclarationTests {
  /// The source that the tests read by default. Its first line is empty.
  static let source = """

    // class Feed { var commented = 0 }
    /* class Feed /* nested */ { */
    final class Feed<Item>: Source {
      let text = "class Feed { \\("var parent".count) }"
      struct State { var parent = 0 }
      init(parent: Int) { var parent = parent; parent += 1; use(parent) }
      @Wrapped var parent: Any?
      let raw = #"a "quoted" \\(brace} "#, long = \"""
        } var last
        \"""
      var last: [String: Int] = [:]
      deinit { use(last) }
    }
    actor Cart {
      deinit {}
      weak var owner: Feed<Int>?
    }
    extension Cart { var extended: Int { 0 } }

    """

  private static func withSource<Result>(
    _ source: String = source, _ body: (String) throws -> Result
  ) throws -> Result {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "declarations-\(UUID().uuidString).swift")
    try Data(source.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try body(file.path)
  }

  @Test(arguments: [
    ("Feed<Int>", 13, 4), ("App.Feed", 4, 4), ("Cart", 16, 15), ("Feed", 3, nil),
    ("Feed<Int>.Cart", 16, 15), ("App.Feed<(Int) -> Set<Int>>.Cart", 16, 15),
  ])
  func aTypeIsFoundAboveALine(name: String, near: Int, line: Int?) throws {
    let found = try Self.withSource {
      SourceDeclarations().line(ofType: name, inFile: $0, near: near)
    }
    #expect(found == line)
  }

  @Test(arguments: [
    ("#if os(macOS)\nvar item = 1\n#else\nvar item = 2\n#endif", 5),
    ("#if canImport(Darwin)\nvar item = 1\n#elseif os(Linux)\nvar item = 2\n#endif", 5),
    ("#if !os(Linux)\nvar item = 1\n#endif\nvar item = 2", 5),
    ("#if os(Linux)\nvar item = 1\n#else\nvar item = 2\n#endif", 3),
    ("#if DEBUG\nvar item = 1\n#else\nvar item = 2\n#endif", 3),
    ("#if os(Linux) && DEBUG\nvar item = 1\n#endif", 3),
    ("#if DEBUG\n#elseif os(Linux)\nvar item = 1\n#else\nvar item = 2\n#endif", 4),
    ("#if os(macOS)\n#if DEBUG\nvar item = 1\n#endif\n#endif\nvar item = 2", 7),
    ("static var item = 1\nvar item = 2", 3), ("public class var item: Int { 1 }\nvar item = 2", 3),
    ("private(set) static var item = 1\nprivate(set) var item = 2", 3),
  ])
  func theCompiledDeclarationOfAnInstanceIsFound(members: String, line: Int) throws {
    let source = "class Feed {\n\(members)\ndeinit {}\n}\n"
    let last = source.split(separator: "\n", omittingEmptySubsequences: false).count
    let found = try Self.withSource(source) {
      SourceDeclarations().property("item", ofType: "Feed", inFile: $0, near: last)
    }
    #expect(found?.line == line)
  }

  @Test(arguments: [
    ("text", 5), ("parent", 8), ("_parent", 8), ("raw", 9), ("last", 12), ("commented", nil),
  ])
  func aPropertyIsFoundAmongTheMembers(name: String, line: Int?) throws {
    let found = try Self.withSource {
      SourceDeclarations().property(name, ofType: "Feed", inFile: $0, near: 13)
    }
    #expect(found?.line == line)
    if name == "_parent" { #expect(found?.name == "parent") }
  }

  @Test func aPropertyBelowTheDeinitializerIsFound() throws {
    let found = try Self.withSource {
      SourceDeclarations().property("owner", ofType: "Cart", inFile: $0, near: 16)
    }
    #expect(found?.line == 17)
  }

  @Test func propertiesDeclaredInAListAreFound() throws {
    let source = """
      final class Node<Key, Value> where Key: Hashable, Value: Codable {
        let map = Map<Key, Value>(), other = [Key, Value](), run = { (a, key) in a }
        weak var left: Node?,
          right: Node?
        let (first, second) = (a, key)
        func f() where Key: A, key: B {}
      }

      """
    let lines = try Self.withSource(source) { path in
      ["map", "other", "run", "left", "right", "second", "key", "a"].map {
        SourceDeclarations().property($0, ofType: "Node", inFile: path, near: 7)?.line
      }
    }
    #expect(lines == [2, 2, 2, 3, 4, 5, nil, nil])
  }

  @Test(arguments: [
    ("var (item, other): (Item?, Int) = (nil, 0)", true),
    ("private(set) var (other, (item, third)) = (1, (Item(), 2))", true),
    ("var item = Item(), (other, third) = (1, 2)", false),
    ("let pair = (item, 1), other = f(1, item)\nvar item: Item?", false),
  ])
  func aPropertyInATupleIsFound(members: String, isInTuple: Bool) throws {
    let source = "class Feed {\n\(members)\ndeinit {}\n}\n"
    let found = try Self.withSource(source) {
      SourceDeclarations().property("item", ofType: "Feed", inFile: $0, near: 9)
    }
    #expect(found?.isInTuple == isInTuple)
    #expect(found?.line == members.split(separator: "\n").count + 1)
  }

  /// When the second answers are requested, the file no longer exists, so the results must have
  /// been stored.
  @Test func resultsOfEarlierQueriesAreCached() throws {
    let declarations = SourceDeclarations()
    func answers(_ path: String) -> [Int?] {
      [
        declarations.line(ofType: "Feed", inFile: path, near: 13),
        declarations.line(ofType: "Feed", inFile: path, near: 3),
        declarations.line(ofType: "Cart", inFile: path, near: 16),
        declarations.property("raw", ofType: "Feed", inFile: path, near: 13)?.line,
        declarations.property("last", ofType: "Feed", inFile: path, near: 13)?.line,
        declarations.property("last", ofType: "Cart", inFile: path, near: 16)?.line,
        declarations.property("owner", ofType: "Cart", inFile: path, near: 16)?.line,
      ]
    }
    let (path, first) = try Self.withSource { ($0, answers($0)) }
    #expect(first == [4, nil, 15, 9, 12, nil, 17])
    #expect(answers(path) == first)
    #expect(answers(path + ".other") == Array(repeating: nil, count: 7))
  }

  @Test(arguments: [
    ("{ item?.cancel() }", true), ("{ [item] in item?.cancel() }", false),
    ("{ [weak item] in item?.cancel() }", false), ("{ [weak self] in item?.cancel() }", true),
  ])
  func aVariableIsCapturedByReferenceUnlessItIsInTheCaptureList(
    closure: String, isByReference: Bool
  ) throws {
    func isCaptured(after declaration: String) throws -> Bool {
      try Self.withSource("func f() {\n  \(declaration)\n  run \(closure)\n}\n") {
        SourceDeclarations().isCapturedByReference("item", by: .init(path: $0, line: 3))
      }
    }
    #expect(try isCaptured(after: "var item: Item?") == isByReference)
    #expect(try isCaptured(after: "let item = Item()") == false)
    #expect(try isCaptured(after: "var other: Item?") == false)
    #expect(try isCaptured(after: "var item = a; let item = b") == false)
    #expect(
      SourceDeclarations().isCapturedByReference("item", by: .init(path: "/tmp", line: 3))
        == false)
  }

  /// Each source contains the closure `{ item.use() }`.
  @Test(arguments: [
    ("func f() { var item = a\nrun { item.use() } }", true),
    ("func f() { var item = a; run(item)\nif b { run { item.use() } } }", true),
    ("func f() { var item = a; do { let item = b }\nrun { item.use() } }", true),
    ("func f() { var item = a; if let item = b { g() }\nrun { item.use() } }", true),
    ("func f() { var item = a; for item in b { g() }\nrun { item.use() } }", true),
    ("func f() { var item = a; func g(item: Item) { h() }\nrun { item.use() } }", true),
    ("func f() { var item = a; g { item in h() }\nrun { item.use() } }", true),
    ("func f() { var item = a\nrun { for x in item { var item = x } } }", true),
    ("func f() { var item = a }\nfunc g(item: Item) { run { item.use() } }", false),
    ("func f() { var item = a }\nfunc g<T>(_ item: T, b: Int) { run { item.use() } }", false),
    ("func f() { var item = a }\ninit(item: Item) { run { item.use() } }", false),
    ("func f() { var item = a\ng { item in run { item.use() } } }", false),
    ("func f() { var item = a\ng { [b] (item: Item) -> Int in run { item.use() } } }", false),
    ("func f() { var item = a\nfor item in b { run { item.use() } } }", false),
    ("func f() { var item = a\nif let item = b { run { item.use() } } }", false),
    ("func f() { var item = a\nguard let item = b else { return }; run { item.use() } }", false),
    ("func f() { do { var item = a }\nrun { item.use() } }", false),
    ("func f() { var item = a; wait(for: item); if b {\nrun { item.use() } } }", true),
    ("func f() { var item = a; g = Foo.init(item); if b {\nrun { item.use() } } }", true),
    ("func f() { var item = a; func use() { item = b }\nrun { use() } }", true),
    ("func f() { var item = a; if let item = b { g() }; h {\nrun { item.use() } } }", true),
    ("func f() { var item = a; if let c = d(), let item = b { g() }\nrun { item.use() } }", true),
    ("func f() { var item = a; g { [weak x = item] in\nrun { item.use() } } }", true),
    ("func f() { var item = a; do { g() } catch let item { h() }\nrun { item.use() } }", true),
    (
      "func f() { var item = a; switch b { case let item: g(); case .x:\nrun { item.use() } } }",
      true
    ),
    ("func f() { if var item = b.first(where: { $0.ok }) {\nrun { item.use() } } }", true),
    (
      "func f() { var item = a; if let item = b.first(where: { $0.ok }) {\nrun { item.use() } } }",
      false
    ),
    (
      "func f() { var item = a; guard case let item? = b else { return }\nrun { item.use() } }",
      false
    ),
    ("func f() { var item = a; switch b { case let item:\nrun { item.use() } } }", false),
    ("func f() { var item = a; g { (x: Int, item: Item) in\nrun { item.use() } } }", false),
    ("func f(_ item: Item) { var other = a; if b {\nrun { item.use() } } }", false),
    ("func f() {\nrun { var item = a; item.use() } }", false),
    ("func f() { var other = { g($0, h) }, item: Item?\nrun { item.use() } }", true),
    ("func f() { let other = a, item = b\nrun { item.use() } }", false),
    ("func f() { var (other, (c, item)) = g()\nrun { item.use() } }", true),
    ("func f() { let (other, item) = g()\nrun { item.use() } }", false),
    ("func f(item: Item) { var other = g(a, item), b = (c, item)\nrun { item.use() } }", false),
    ("func f() { let item = a; if var other = b, item { g() }\nrun { item.use() } }", false),
  ])
  func theVisibleDeclarationDeterminesTheCapture(source: String, isByReference: Bool) throws {
    let isCaptured = try Self.withSource(source + "\n") {
      SourceDeclarations().isCapturedByReference("item", by: .init(path: $0, line: 2))
    }
    #expect(isCaptured == isByReference)
  }

  @Test(arguments: [
    ("{ self.stop() }", true), ("{ stop() }", false), ("{ [weak self] in self?.stop() }", false),
    ("{ [x, unowned(unsafe) self] in self.stop() }", false),
    ("{ [weak child] in self.stop(child) }", true), ("{ [self] in stop() }", true),
  ])
  func aClosureThatCapturesSelfWeaklyDoesNotUseSelf(closure: String, usesSelf: Bool) throws {
    let found = try Self.withSource("run \(closure)\n") {
      SourceDeclarations().usesSelf(in: .init(path: $0, line: 1))
    }
    #expect(found == usesSelf)
  }

  /// Each source contains a closure that starts on the second line of the source.
  @Test(arguments: [
    ("func f(a: A) {\nrun { [item = self] in item.use() } }", "item", "value self"),
    ("func f(a: A) {\nrun { [x, item = a.b] in item.use() } }", "item", "value a.b"),
    ("func f(a: A) {\nrun { [item = make(a), x] in item.use() } }", "item", ""),
    ("func f<T>(_ item: T) {\nrun { item.use() } }", "item", "strong"),
    ("init<S: P, T>(item: T?) where S.A == T {\nrun { item.use() } }", "item", "strong"),
    ("init<S: P>(_ item: S) where S: AnyObject {\nrun { item.use() } }", "item", ""),
    ("func f<T: AnyObject>(_ item: T) {\nrun { item.use() } }", "item", ""),
    ("class B {}; func f<T: B>(_ item: T) {\nrun { item.use() } }", "item", ""),
    ("struct V<T> { func f(_ item: T) {\nrun { item.use() } } }", "item", "strong"),
    ("class V: T { func f(_ item: T) {\nrun { item.use() } } }", "item", ""),
    ("func f(_ item: some P) {\nrun { item.use() } }", "item", "strong"),
    ("protocol P: AnyObject {}; func f(_ item: some P) {\nrun { item.use() } }", "item", ""),
    ("protocol P: Sendable {}; func f(_ item: any P) {\nrun { item.use() } }", "item", "strong"),
    ("protocol P {}; func f(_ item: any P & AnyObject) {\nrun { item.use() } }", "item", ""),
    ("func f(_ item: Any) {\nrun { item.use() } }", "item", "strong"),
    ("class A<T> { let t: T; func f() { let item = t\nrun { item.use() } } }", "item", "strong"),
    (
      "class A<T> { let t: T; func f() { let item = self.t; g()\nrun { item.use() } } }", "item",
      "strong"
    ),
    (
      "class A<T: AnyObject> { let t: T; func f() { let item = t\nrun { item.use() } } }", "item",
      ""
    ),
    ("class A<T> { let t: T; func f() { let item = t.a\nrun { item.use() } } }", "item", ""),
    (
      "protocol P { associatedtype S }; func f<F: P>(item: F.S) {\nrun { item.use() } }", "item",
      "strong"
    ),
    (
      "protocol P { associatedtype S: AnyObject }; func f<F: P>(item: F.S) {\nrun { item.use() } }",
      "item", ""
    ),
    (
      "protocol P { associatedtype S: Sendable, AnyObject }; func f<F: P>(item: F.S) {\n"
        + "run { item.use() } }", "item", ""
    ),
    (
      "protocol P { associatedtype S: Sendable & Error }; func f<F: P>(item: F.S) {\n"
        + "run { item.use() } }", "item", "strong"
    ),
    ("func g() -> some P { a }; func f() { let item = g()\nrun { item.use() } }", "item", "strong"),
    ("func g() -> A { a }; func f() { let item = g()\nrun { item.use() } }", "item", ""),
    ("protocol P {}; extension P { func f() {\nrun { self.use() } } }", "self", "strong"),
    (
      "protocol P {}; extension P where Self: AnyObject { func f() {\nrun { self.use() } } }",
      "self", ""
    ),
    ("protocol P {}; extension P { func f() where Self: A {\nrun { self.use() } } }", "self", ""),
    ("protocol P {}; extension P where Self == A { func f() {\nrun { self.use() } } }", "self", ""),
    (
      "protocol P {}; extension P where Self: Error { func f() {\nrun { self.use() } } }", "self",
      "strong"
    ),
    (
      "protocol P {}; extension P where Self.T: A { func f() {\nrun { self.use() } } }", "self",
      "strong"
    ),
    ("class A: B { override func f() {\nrun { super.f() } } }", "self", "super"),
    ("class A { func g() {}; func f() {\nrun { self.g() } } }", "self", ""),
    ("class A { func f() { func g() {}\nrun { g() } } }", "self", "calls g"),
    ("class A { func f() { func h() { g() }; func g() { h() }\nrun { x.g() } } }", "self", ""),
    ("class A { func f() { func h() {}\nfunc g() { g(); h() } } }", "self", "calls h"),
  ])
  func theKindOfCaptureIsFoundInTheSource(source: String, name: String, expected: String) throws {
    let capture = try Self.withSource(source + "\n") {
      SourceDeclarations().capture(of: name, by: .init(path: $0, line: 2))
    }
    let found: [String?] = [
      capture?.value.map { "value \($0)" }, capture?.canBeWeak == false ? "strong" : nil,
      capture?.usesSuper == true ? "super" : nil, capture?.nestedFunction.map { "calls \($0)" },
    ]
    #expect(found.compactMap { $0 }.joined(separator: ", ") == expected)
  }

  @Test(arguments: [
    ("@Shared var lead: A?", true), ("@Shared(key: 1) private var lead: A?", true),
    ("@Module.Shared var lead: A?", true), ("var lead: Shared?", false),
    ("@Shared var other: A?; var lead: A?", false), ("var lead = Shared()", false),
  ]) func aPropertyHasTheAttributesOfItsDeclaration(declaration: String, isWrapped: Bool) throws {
    let found = try Self.withSource("class Team {\n  \(declaration)\n}\n") {
      SourceDeclarations().hasAttribute(
        "Shared", property: "lead", ofType: "Team", inFile: $0, near: 1)
    }
    #expect(found == isWrapped)
  }

  @Test(arguments: [
    ("class A: Sendable {}", true), ("class A<T>: B<T>, P, Sendable where T: P {}", true),
    ("class A: P & Sendable {}", true), ("class A: Swift.Sendable {}", true),
    ("class A {}; extension A: Sendable {}", true), ("class A: @unchecked Sendable {}", false),
    ("class A<T: Sendable>: B {}", false), ("class A: B where T: Sendable {}", false),
    ("class A {}; class B: Sendable {}", false), ("actor A: Sendable {}", false),
  ]) func checkedSendableClassesAreRecognized(source: String, isSendable: Bool) throws {
    let found = try Self.withSource(source + "\n") {
      SourceDeclarations().isCheckedSendable("A", inFile: $0, near: 1)
    }
    #expect(found == isSendable)
  }

  /// Each source contains a closure that starts on the second line of the source. A type in
  /// parentheses is a structure or an enumeration only if the module declares it as one.
  @Test(arguments: [
    ("func f() { let item = Cow()\nrun { item.use() } }", "Cow"),
    ("func f() { let item = Stack<[Int: A<B>]>(a, b: c())\nrun { item.use() } }", "Stack"),
    ("func f() { let item = try Outer.Inner(a)\nrun { item.use() } }", "Inner"),
    ("func f() { let item = Cow().child\nrun { item.use() } }", ""),
    ("func f() { let item = Cow() ?? a\nrun { item.use() } }", ""),
    ("func f() { let item = a\nrun { item.use() } }", ""),
    ("func f(item: Cow) {\nrun { item.use() } }", "(Cow)"),
    ("struct Cow {}; func f(item: Cow?) {\nrun { item.use() } }", "Cow"),
    ("enum One { case a(A) }; func f() { let item: One = .a(b)\nrun { item.use() } }", "One"),
    ("enum One { case a(A) }; func f() { let item = One.a(b)\nrun { item.use() } }", "One"),
    ("struct Cow { class S {} }; func f(item: Cow.S) {\nrun { item.use() } }", "(S)"),
    ("struct C {}; func g() -> C { a }; func f() { let item = g()\nrun { item.use() } }", "C"),
    ("typealias A = B; func f() { let item = A()\nrun { item.use() } }", ""),
    ("protocol P {}; func f(item: P) {\nrun { item.use() } }", ""),
    ("func f<T: P>(_ a: T.Type) { let item = T()\nrun { item.use() } }", ""),
    ("func f() { let item = Cow()\nrun { [item = a.b] in item.use() } }", ""),
  ])
  func variablesOfValueTypesAreRecognized(source: String, expected: String) throws {
    let type = try Self.withSource(source + "\n") {
      SourceDeclarations().valueType(of: "item", by: .init(path: $0, line: 2))
    }
    let found = type.map { $0.isCertain ? $0.name : "(\($0.name))" }
    #expect(found ?? "" == expected)
  }

  @Test(arguments: [
    ("struct A { private let item = 1 }", true),
    ("struct A { let item = 1 }", false),
    ("struct A { private(set) var item = 1 }", false),
    ("class A { private weak var item: B? }", true),
    ("class A { weak var item: B? }", false),
    ("class A { private(set) weak var item: B? }", false),
    ("struct A { private var item = 1 }; class B { var item = 1 }", false),
    ("struct A { private var item: Int { let item = 1; return item } }", true),
    ("func f() { let item = 1 }", false),
  ])
  func privatePropertiesAreRecognized(source: String, isPrivate: Bool) throws {
    let found = try Self.withSource(source + "\n") {
      SourceDeclarations().isPrivate("item", inFile: $0)
    }
    #expect(found == isPrivate)
  }

  @Test func noTypeIsFoundInAnUnreadableSource() {
    let declarations = SourceDeclarations()
    for path in ["", "/nowhere/at.all", "/dev/zero", "/proc/self/exe", "/tmp"] {
      #expect(declarations.line(ofType: "Feed", inFile: path, near: 9) == nil)
    }
  }
}
