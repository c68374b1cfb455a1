import Testing

@testable import FindingText

/// Tests that long lines of text are broken at spaces.
struct LineWrappingTests {
  private let wrapping = LineWrapping(width: 40)

  @Test func wrapsALongLineWithAnIndent() {
    let line = "  fix: write a closure that captures the object weakly, or end the subscription"
    let lines = wrapping.lines(of: line)
    #expect(
      lines == [
        "  fix: write a closure that captures the", "    object weakly, or end the",
        "    subscription",
      ])
  }

  @Test func doesNotBreakShortLinesDrawingsOrLongWords() {
    #expect(wrapping.lines(of: "short") == ["short"])
    let drawing = "│     │ strong  capture self     ◀── break here: [weak self]"
    #expect(wrapping.lines(of: drawing) == [drawing])
    let word = String(repeating: "x", count: 60)
    #expect(wrapping.lines(of: "see \(word)") == ["see", "  \(word)"])
  }

  @Test func escapeSequencesHaveNoWidth() {
    let line = "\u{1B}[1mbold\u{1B}[0m words of forty characters in all"
    #expect(wrapping.lines(of: line) == [line])
  }
}
