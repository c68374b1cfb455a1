import Testing

@testable import HeapWalking

@Suite struct TypeExpressionTests {
  private static let int = TypeExpression.nominal(name: "Swift.Int", arguments: [])

  private static let taken: [(String, TypeExpression)] = [
    ("Swift.Int", int),
    ("M.(Private in _1F)", .nominal(name: "M.(Private in _1F)", arguments: [])),
    ("M.Outer.(Inner in _1F)", .nominal(name: "M.Outer.(Inner in _1F)", arguments: [])),
    (
      "M.Outer<Swift.Int>.Inner<A>",
      .nominal(name: "M.Outer.Inner", arguments: [int, .parameter(0)])
    ),
    ("M.Inline<2, B>", .nominal(name: "M.Inline", arguments: [.number(2), .parameter(1)])),
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
      .nominal(name: "M.A", arguments: [.parameter(0)])
    ),
  ]

  @Test(arguments: taken)
  private func aWrittenOutTypeIsTakenApart(_ text: String, _ expected: TypeExpression) {
    #expect(TypeExpression(text) == expected)
  }

  /// What is not understood is none of these, rather than a wrong one.
  @Test(arguments: [
    "", "Module", "M.P & M.Q", "M.A<", "M.A>", "(Swift.Int", "M.A<Swift.Int,>",
    "Swift.Int.Type extra",
    "each A", "repeat M.A", "[Swift.Int]", "M.A<<>", "-", "@Sendable", "(extension in M):N.A",
  ])
  func whatIsNotUnderstoodIsRefused(_ text: String) {
    #expect(TypeExpression(text) == nil)
  }
}
