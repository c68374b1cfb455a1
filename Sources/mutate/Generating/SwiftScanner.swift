/// A type that splits Swift source text into tokens. Comments and white space are skipped.
///
/// It handles the part of the lexical structure that affects statements and brackets: nested
/// comments, string literals of every kind with their interpolations, and operators. Regular
/// expression literals between slashes are not recognized.
struct SwiftScanner {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  private var startsLine = true
  private var followsSpace = true
  private var tokens: [SwiftToken] = []

  /// Returns the tokens of a source text.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  static func tokens(of text: String) -> [SwiftToken] {
    var scanner = SwiftScanner(bytes: Array(text.utf8))
    while scanner.scanToken() {}
    return scanner.tokens
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func byte(_ distance: Int = 0) -> UInt8? {
    position + distance < bytes.count ? bytes[position + distance] : nil
  }

  private func starts(with text: StaticString) -> Bool {
    let wanted = Array(text.description.utf8)
    return position + wanted.count <= bytes.count
      && Array(bytes[position..<position + wanted.count]) == wanted
  }

  /// Adds the next token.
  ///
  /// - Returns: Whether there was a token.
  private mutating func scanToken() -> Bool {
    skipBlanks()
    guard let first = byte() else { return false }
    let (start, startLine) = (position, line)
    let kind = advanceOverToken(first)
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    let next = byte()
    tokens.append(
      SwiftToken(
        kind: kind, text: text, range: start..<position, line: startLine, startsLine: startsLine,
        followsSpace: followsSpace, precedesSpace: next.map(Self.isBlank) ?? true))
    startsLine = false
    followsSpace = false
    return true
  }

  private mutating func skipBlanks() {
    while let next = byte() {
      if Self.isBlank(next) {
        step()
      } else if starts(with: "//") {
        while let next = byte(), next != UInt8(ascii: "\n") { step() }
      } else if starts(with: "/*") {
        skipComment()
      } else {
        return
      }
      followsSpace = true
    }
  }

  private mutating func skipComment() {
    var depth = 0
    repeat {
      if starts(with: "/*") {
        depth += 1
        step(2)
      } else if starts(with: "*/") {
        depth -= 1
        step(2)
      } else {
        step()
      }
    } while depth > 0 && position < bytes.count
  }

  private mutating func step(_ count: Int = 1) {
    for _ in 0..<count where position < bytes.count {
      if bytes[position] == UInt8(ascii: "\n") {
        line += 1
        startsLine = true
      }
      position += 1
    }
  }

  private mutating func advanceOverToken(_ first: UInt8) -> SwiftToken.Kind {
    if first == UInt8(ascii: "\"") || isRawString {
      let begins = startsLine
      skipString()
      startsLine = begins
      return .string
    }
    if Self.isWord(first) || first == UInt8(ascii: "`") || first == UInt8(ascii: "$") {
      step()
      while let next = byte(), Self.isWord(next) || next == UInt8(ascii: "`") { step() }
      return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) ? .number : .word
    }
    if first == UInt8(ascii: "#"), let next = byte(1), Self.isWord(next) {
      step(2)
      while let next = byte(), Self.isWord(next) { step() }
      return .directive
    }
    if Self.isOperator(first) {
      step()
      while let next = byte(), Self.isOperator(next), !starts(with: "//"), !starts(with: "/*") {
        step()
      }
      return .operation
    }
    step()
    return .punctuation
  }

  private var isRawString: Bool {
    var distance = 0
    while byte(distance) == UInt8(ascii: "#") { distance += 1 }
    return distance > 0 && byte(distance) == UInt8(ascii: "\"")
  }

  /// Skips a string literal, which may be raw or multiline.
  private mutating func skipString() {
    var pounds = 0
    while byte() == UInt8(ascii: "#") {
      pounds += 1
      step()
    }
    let quotes = starts(with: "\"\"\"") ? 3 : 1
    step(quotes)
    while let next = byte() {
      if next == UInt8(ascii: "\\"), isFollowed(by: pounds, after: 1) {
        step(1 + pounds)
        if byte() == UInt8(ascii: "(") { skipInterpolation() } else { step() }
      } else if next == UInt8(ascii: "\""), quotes == 1 || starts(with: "\"\"\""),
        isFollowed(by: pounds, after: quotes)
      {
        step(quotes + pounds)
        return
      } else {
        step()
      }
    }
  }

  private func isFollowed(by pounds: Int, after distance: Int) -> Bool {
    (0..<pounds).allSatisfy { byte(distance + $0) == UInt8(ascii: "#") }
  }

  /// Skips the parentheses of an interpolation and their contents.
  private mutating func skipInterpolation() {
    var depth = 0
    repeat {
      switch byte() {
      case UInt8(ascii: "("):
        depth += 1
        step()
      case UInt8(ascii: ")"):
        depth -= 1
        step()
      case UInt8(ascii: "\""): skipString()
      default: step()
      }
    } while depth > 0 && position < bytes.count
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\t")
      || byte == UInt8(ascii: "\r")
  }

  /// Returns whether a byte belongs to a word. Every byte of a non-ASCII character belongs to a
  /// word.
  private static func isWord(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  private static func isOperator(_ byte: UInt8) -> Bool {
    "/=-+!*%<>&|^~?.".utf8.contains(byte)
  }
}
