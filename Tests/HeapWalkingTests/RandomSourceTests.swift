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
  ]

  @Test(arguments: 0..<10) func noSourceIsRejected(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let count = Int.random(in: 0...60, using: &generator)
      let words = (0..<count).map { _ in Self.words.randomElement(using: &generator) ?? "" }
      let tokens = SourceTokens(Array(words.joined(separator: " ").utf8))
      for index in tokens.indices {
        _ = tokens.keyword(introducing: index)
        _ = tokens.block(at: index)
        _ = tokens.storedProperty("item", ofTypeAt: index)
        _ = tokens.localDeclaration(of: "item", visibleAt: index)
        for name in ["item", "self"] {
          _ = SourceDeclarations.capture(of: name, byCodeOnLine: tokens[index].line, in: tokens)
        }
      }
    }
  }
}
