/// A type that generates mutants at the positions in a source text that affect the lifetime of an
/// object.
///
/// All generated forms compile. For example:
///
/// - A statement that is not the value of its block moves into `if !MutantSwitch.isOn(7) { … }`.
/// - A condition becomes `(MutantSwitch.isOn(7) || (…))`.
/// - An argument becomes `MutantSwitch.forgetting(7, …)`.
///
/// Every insertion stays on its line, so the line numbers are the same as in the library.
struct MutantGenerator {
  let file: String
  let text: String
  let outline: SourceOutline
  private(set) var mutants: [GeneratedMutant] = []

  /// Returns the mutants of a file, in order of position. Lines under conditional compilation have
  /// no mutants.
  static func mutants(of text: String, file: String) -> [GeneratedMutant] {
    var generator = MutantGenerator(file: file, text: text, outline: SourceOutline(text))
    for block in generator.outline.blocks.indices { generator.addMutants(of: block) }
    generator.addArguments()
    generator.addCaptures()
    generator.addExchanges()
    return generator.mutants.filter { !generator.isConditional($0.line) }.enumerated().sorted {
      ($0.element.span.lowerBound, $0.offset) < ($1.element.span.lowerBound, $1.offset)
    }.map { generator.scoped($0.element) }
  }

  private init(file: String, text: String, outline: SourceOutline) {
    self.file = file
    self.text = text
    self.outline = outline
    var depth = 0
    for token in outline.tokens where token.kind == .directive {
      if token.text == "#if" {
        if depth == 0 { conditional.append(token.line...Int.max) }
        depth += 1
      } else if token.text == "#endif" {
        depth -= 1
        if depth == 0, let last = conditional.popLast() {
          conditional.append(last.lowerBound...token.line)
        }
      }
    }
  }

  /// Ranges of lines under conditional compilation.
  private var conditional: [ClosedRange<Int>] = []

  private func isConditional(_ line: Int) -> Bool {
    conditional.contains { $0.contains(line) }
  }

  private func scoped(_ mutant: GeneratedMutant) -> GeneratedMutant {
    var mutant = mutant
    mutant.scope = outline.scope(at: mutant.span.lowerBound)
    return mutant
  }

  func token(_ index: Int) -> SwiftToken { outline.tokens[index] }

  /// Returns the source text of tokens, joined into one line.
  func source(of tokens: Range<Int>) -> String {
    guard let first = tokens.first, let last = tokens.last else { return "" }
    let bytes = Array(text.utf8)[token(first).range.lowerBound..<token(last).range.upperBound]
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map(\.trimmedLine).joined(separator: " ")
  }

  func bytes(of tokens: Range<Int>) -> Range<Int> {
    token(tokens.lowerBound).range.lowerBound..<token(tokens.upperBound - 1).range.upperBound
  }

  /// Adds a mutant that encloses tokens.
  mutating func enclose(
    _ tokens: Range<Int>, _ kind: GeneratedMutant.Kind, prefix: String, suffix: String
  ) {
    mutants.append(
      GeneratedMutant(
        kind, file: file, line: token(tokens.lowerBound).line, sourceText: source(of: tokens),
        around: bytes(of: tokens), prefix: prefix, suffix: suffix))
  }

  mutating func add(_ mutant: GeneratedMutant) { mutants.append(mutant) }
}

extension Substring {
  /// The text without surrounding blanks.
  fileprivate var trimmedLine: String { String(self).trimmed }
}
