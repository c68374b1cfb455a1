import TestSupport
import Testing

@testable import HeapWalking

/// Tests that read sources of random words. A source may be any text, because it may have changed
/// since the program was built.
@Suite struct RandomSourceTests {
  private static let words = [
    "{", "{", "}", "}", "(", ")", "[", "]", ",", ":", ".", "\n", "\n", "var", "let", "func", "init",
    "subscript", "class", "struct", "protocol", "extension", "some", "any", "in", "self", "super",
    "where", "weak", "case", "if", "guard", "for", "Task", "T", "item", "item", "Node", "\"", "\\(",
    "=", "=", "<", ">", "->", "&", "enum", "make", "make",
  ]

  @Test(arguments: 0..<10) func resultsForRandomSourcesAreConsistent(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let count = Int.random(in: 0...60, using: &generator)
      let words = (0..<count).map { _ in Self.words.randomElement(using: &generator) ?? "" }
      let tokens = SourceTokens(Array(words.joined(separator: " ").utf8))
      for index in tokens.indices {
        let keyword = tokens.keyword(introducing: index)
        #expect(keyword.map { ["var", "let"].contains(tokens[$0].text) && $0 < index } ?? true)
        #expect(tokens.block(at: index).lowerBound == index)
        let names = [
          tokens.storedProperty("item", ofTypeAt: index),
          tokens.localDeclaration(of: "item", visibleAt: index),
        ]
        #expect(names.allSatisfy { name in name.map { tokens[$0].text == "item" } ?? true })
        for name in ["item", "self"] {
          let code = SourceDeclarations.Code(path: "", line: tokens[index].line)
          let capture = SourceDeclarations.capture(of: name, by: code, in: tokens)
          #expect(capture?.usesSuper != true || name == "self")
          let type = SourceDeclarations.valueType(of: name, by: code, in: tokens)
          #expect(type == nil || name == "item")
        }
      }
    }
  }
}
