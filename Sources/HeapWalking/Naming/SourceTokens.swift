/// The words, brackets, periods, commas and colons of a source file, without comments and strings,
/// and without code that was not compiled for Linux; see ``compiled(_:)``.
struct SourceTokens {
  struct Token {
    var text: String
    var line: Int
    /// The operators and other characters between the preceding token and this one, without spaces,
    /// such as `=` or `->`. A quotation mark represents a string.
    var gap = ""
  }

  private var tokens: [Token] = []
  private var gap = ""
  /// The strings and interpolations that enclose the current position, the innermost last.
  private var nesting: [Part] = []

  private enum Part {
    /// The text of a string that ends with `quotes` quotation marks followed by `signs` number
    /// signs.
    case string(quotes: Int, signs: Int)
    /// The code of an interpolation, with the number of open parentheses.
    case interpolation(parentheses: Int)
  }

  init(_ source: [UInt8]) {
    var position = 0
    var line = 1
    while position < source.count {
      let length = self.length(at: position, in: source, line: line)
      line += source[position..<position + length].count { $0 == UInt8(ascii: "\n") }
      position += length
    }
    tokens = Self.compiled(tokens)
  }

  var count: Int { tokens.count }
  var indices: Range<Int> { tokens.indices }
  subscript(index: Int) -> Token { tokens[index] }

  /// Returns the index of the token that names a property in the declaration of a type; `nil` if
  /// the type declares no such property. Properties of the type itself (`static`) are ignored.
  ///
  /// - Parameter start: The index of the type's keyword.
  func storedProperty(_ name: String, ofTypeAt start: Int) -> Int? {
    var braces = 0
    var others = 0
    for index in start..<tokens.count {
      switch tokens[index].text {
      case "{": braces += 1
      case "}":
        braces -= 1
        if braces == 0 { return nil }
      case "(", "[": others += 1
      case ")", "]": others -= 1
      case name where braces == 1:
        guard let keyword = keyword(introducing: index), !belongsToType(keyword) else { break }
        if others == 0 || declaresTuple(keyword) { return index }
      default: break
      }
    }
    return nil
  }

  /// Returns the indices of the tokens of a block, including its braces.
  ///
  /// - Parameter start: The index of the opening brace.
  func block(at start: Int) -> Range<Int> {
    var depth = 0
    for index in start..<tokens.count {
      switch tokens[index].text {
      case "{": depth += 1
      case "}":
        depth -= 1
        if depth == 0 { return start..<index + 1 }
      default: break
      }
    }
    return start..<tokens.count
  }

  /// Returns the length in bytes of the token, comment or other text at a position. If the text is
  /// a token, records it.
  private mutating func length(at position: Int, in source: [UInt8], line: Int) -> Int {
    let rest = source[position...]
    if case .string(let quotes, let signs) = nesting.last {
      return lengthInString(rest, quotes: quotes, signs: signs)
    }
    if rest.starts(with: "//".utf8) { return rest.prefix { $0 != UInt8(ascii: "\n") }.count }
    if rest.starts(with: "/*".utf8) { return Self.lengthOfComment(rest) }
    if let opening = Self.opening(rest) {
      nesting.append(.string(quotes: opening.quotes, signs: opening.signs))
      gap += "\""
      return opening.quotes + opening.signs
    }
    let word = rest.prefix(while: Self.isWordByte)
    if !word.isEmpty {
      append(String(decoding: word, as: UTF8.self), line: line)
      return word.count
    }
    let byte = source[position]
    if "{}()[].,:".utf8.contains(byte) {
      append(String(UnicodeScalar(byte)), line: line)
      countParenthesis(byte)
    } else if byte > UInt8(ascii: " ") {
      gap.unicodeScalars.append(UnicodeScalar(byte))
    }
    return 1
  }

  private mutating func append(_ text: String, line: Int) {
    tokens.append(Token(text: text, line: line, gap: gap))
    gap = ""
  }

  private mutating func countParenthesis(_ byte: UInt8) {
    guard case .interpolation(let open) = nesting.last else { return }
    switch byte {
    case UInt8(ascii: "("): nesting[nesting.count - 1] = .interpolation(parentheses: open + 1)
    case UInt8(ascii: ")") where open == 1: nesting.removeLast()
    case UInt8(ascii: ")"): nesting[nesting.count - 1] = .interpolation(parentheses: open - 1)
    default: break
    }
  }

  private mutating func lengthInString(
    _ rest: ArraySlice<UInt8>, quotes: Int, signs: Int
  ) -> Int {
    let signs = [UInt8](repeating: UInt8(ascii: "#"), count: signs)
    let end = [UInt8](repeating: UInt8(ascii: "\""), count: quotes) + signs
    if rest.starts(with: end) {
      nesting.removeLast()
      return end.count
    }
    guard rest.starts(with: "\\".utf8 + signs) else {
      // A quote without a closing quote on the same line does not begin a string.
      if quotes == 1, rest.first == UInt8(ascii: "\n") { nesting.removeLast() }
      return 1
    }
    let length = 1 + signs.count
    if rest.dropFirst(length).first == UInt8(ascii: "(") {
      nesting.append(.interpolation(parentheses: 0))
      return length
    }
    return min(rest.count, length + 1)
  }

  private static func opening(_ rest: ArraySlice<UInt8>) -> (quotes: Int, signs: Int)? {
    let signs = rest.prefix { $0 == UInt8(ascii: "#") }.count
    let quotes = rest.dropFirst(signs).prefix(3).prefix { $0 == UInt8(ascii: "\"") }.count
    return quotes == 0 ? nil : (quotes == 3 ? 3 : 1, signs)
  }

  /// Returns the length of a block comment, including nested ones.
  private static func lengthOfComment(_ rest: ArraySlice<UInt8>) -> Int {
    var depth = 0
    var position = rest.startIndex
    repeat {
      if rest[position...].starts(with: "/*".utf8) {
        depth += 1
        position += 2
      } else if rest[position...].starts(with: "*/".utf8) {
        depth -= 1
        position += 2
      } else {
        position += 1
      }
    } while depth > 0 && position < rest.endIndex
    return position - rest.startIndex
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...0xFF:
      true
    default: false
    }
  }
}
