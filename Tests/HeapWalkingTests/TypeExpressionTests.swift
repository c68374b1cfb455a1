import Testing

@testable import HeapWalking

@Suite struct TypeExpressionTests {
  private static let int = TypeExpression.nominal(name: "Swift.Int", arguments: [])

  private static let inner = GenericParameter(depth: 1, index: 0)

  private static func named(_ name: String) -> TypeExpression {
    .nominal(name: name, arguments: [])
  }

  private static let parsed: [(String, TypeExpression)] = [
    ("Swift.Int", int),
    ("M.(Private in _1F)", .nominal(name: "M.(Private in _1F)", arguments: [])),
    ("M.Outer.(Inner in _1F)", .nominal(name: "M.Outer.(Inner in _1F)", arguments: [])),
    (
      "M.Outer<Swift.Int>.Inner<A>",
      .nominal(name: "M.Outer.Inner", arguments: [int, .parameter(.first)])
    ),
    (
      "M.Inline<2, B>",
      .nominal(
        name: "M.Inline", arguments: [.number(2), .parameter(GenericParameter(depth: 0, index: 1))])
    ),
    ("M.Inline<-1>", .nominal(name: "M.Inline", arguments: [.number(-1)])),
    ("()", .tuple([])),
    ("(a: Swift.Int, ())", .tuple([int, .tuple([])])),
    ("() -> ()", .function),
    ("@Sendable (Swift.Int, M.A<() -> ()>) async throws -> Swift.Int", .function),
    ("(() -> Swift.Int) -> (Swift.Int) -> M.A<Swift.Int>", .function),
    (
      "M.A<(Swift.Int) -> M.B<Swift.Int>, Swift.Int>",
      .nominal(name: "M.A", arguments: [.function, int])
    ),
    (
      "<A where A: Swift.Sendable>M.A<A>",
      .nominal(name: "M.A", arguments: [.parameter(.first)])
    ),
    ("M.A<A1>", .nominal(name: "M.A", arguments: [.parameter(inner)])),
    ("Any", .composition([])),
    ("M.P & M.Q", .composition([named("M.P"), named("M.Q")])),
    (
      "M.A<any M.P<Self.M.P.E == Swift.Int>>",
      .nominal(name: "M.A", arguments: [.composition([named("M.P")])])
    ),
    ("M.A<Swift.Int>.Type", .metatype(.nominal(name: "M.A", arguments: [int]))),
    ("(M.P & M.Q).Type", .metatype(.composition([named("M.P"), named("M.Q")]))),
    (
      "M.A<Pack{Swift.Int, M.B}, @convention(block) () -> ()>",
      .nominal(name: "M.A", arguments: [.pack([int, named("M.B")]), .block])
    ),
    ("@convention(c) (Swift.Int) -> ()", .codePointer),
    ("nonisolated(nonsending) () async -> Swift.Int", .function),
    (
      "(extension in N):Swift.Array<M.B><A where A: M.P>.T",
      .nominal(
        name: "(extension in N):Swift.Array<A where A: M.P>.T", arguments: [named("M.B")])
    ),
    (
      "M.A<Local #1 in M.f(Swift.Int) -> (Swift.Int, M.A<Swift.Int>), Swift.Int>",
      .nominal(
        name: "M.A",
        arguments: [
          named("Local #1 in M.f(Swift.Int) -> (Swift.Int, M.A<Swift.Int>)"), int,
        ])
    ),
  ]

  @Test(arguments: parsed)
  private func typeNamesAreParsed(_ text: String, _ expected: TypeExpression) {
    #expect(TypeExpression(text) == expected)
  }

  /// Text that the parser does not understand must result in no type, rather than in a wrong type.
  @Test(arguments: [
    "", "Module", "M.P &", "M.A<", "M.A>", "(Swift.Int", "M.A<Swift.Int,>",
    "Swift.Int.Type extra", "M.A<Pack{Swift.Int>",
    "each A", "repeat M.A", "[Swift.Int]", "M.A<<>", "-", "@Sendable", "(extension in M)N.A",
  ])
  func invalidAndUnsupportedTypeNamesAreRejected(_ text: String) {
    #expect(TypeExpression(text) == nil)
  }
}
