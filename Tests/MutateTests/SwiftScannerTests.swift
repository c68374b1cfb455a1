import Testing

@testable import mutate

/// Tests of how source text is divided into tokens.
struct SwiftScannerTests {
  private func texts(_ text: String) -> [String] { SwiftScanner.tokens(of: text).map(\.text) }

  @Test func dividesTextIntoWordsNumbersOperatorsAndBrackets() {
    #expect(
      texts("let x = a.b?.c(1, $0) ?? `class`")
        == [
          "let", "x", "=", "a", ".", "b", "?.", "c", "(", "1", ",", "$0", ")", "??", "`class`",
        ])
  }

  @Test func commentsAreOmitted() {
    #expect(texts("a // b { \n c /* d /* e */ } */ f /// g") == ["a", "c", "f"])
    #expect(texts("a /* never closed") == ["a"])
  }

  @Test(arguments: [
    #""plain { text""#, #""escaped \" quote""#, #""in \(f("}" + g(1))) it""#,
    ##"#"raw \" { "#"##, ##"#"raw \#(f("x")) "#"##, "\"\"\"\n a \" { \n\"\"\"",
    "#\"\"\"\n \"\"\" \n\"\"\"#",
  ])
  func aStringIsOneToken(literal: String) {
    let tokens = SwiftScanner.tokens(of: "f(\(literal))")
    #expect(tokens.map(\.text) == ["f", "(", literal, ")"])
    #expect(tokens[2].kind == .string)
  }

  @Test func tokensHaveTheirLinesAndRangesInTheText() {
    let text = "é = 1\n  next(é)"
    let tokens = SwiftScanner.tokens(of: text)
    #expect(tokens.map(\.line) == [1, 1, 1, 2, 2, 2, 2])
    #expect(tokens.map(\.startsLine) == [true, false, false, true, false, false, false])
    let bytes = Array(text.utf8)
    #expect(tokens.allSatisfy { String(decoding: bytes[$0.range], as: UTF8.self) == $0.text })
  }

  @Test func operatorsBetweenOperandsAreInfix() {
    let tokens = SwiftScanner.tokens(of: "a ? -b : c! && !d")
    #expect(tokens.filter(\.isInfix).map(\.text) == ["?", "&&"])
  }

  @Test func directivesAreRecognized() {
    let tokens = SwiftScanner.tokens(of: "#if DEBUG\n#endif")
    #expect(tokens.map(\.text) == ["#if", "DEBUG", "#endif"])
    #expect(tokens.map(\.kind) == [.directive, .word, .directive])
  }
}
