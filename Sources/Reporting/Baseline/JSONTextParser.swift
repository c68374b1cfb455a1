/// A parser for JSON (RFC 8259) that reads one Unicode scalar at a time.
struct JSONTextParser {
  /// The maximum depth of nested values, which limits the stack that the parser needs. No file that
  /// people write is nested more deeply.
  private static let maxDepth = 64

  private let scalars: [Unicode.Scalar]
  private var next = 0
  private var position = JSONText.Position(line: 1, column: 1)
  private var depth = 0

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  mutating func document() throws(JSONTextError) -> JSONText {
    skipSpace()
    let value = try self.value()
    skipSpace()
    if let scalar = current { throw unexpected(scalar, expecting: "the end of the file") }
    return value
  }

  private var current: Unicode.Scalar? { next < scalars.count ? scalars[next] : nil }

  private mutating func advance() {
    if scalars[next] == "\n" {
      position.line += 1
      position.column = 1
    } else {
      position.column += 1
    }
    next += 1
  }

  private mutating func skipSpace() {
    while let scalar = current, " \t\r\n".unicodeScalars.contains(scalar) { advance() }
  }

  private mutating func value() throws(JSONTextError) -> JSONText {
    let start = position
    guard let scalar = current else { throw unexpectedEnd(expecting: "a value") }
    switch scalar {
    case "{": return JSONText(value: .object(try object()), position: start)
    case "[": return JSONText(value: .array(try array()), position: start)
    case "\"": return JSONText(value: .string(try string()), position: start)
    case "-", "0"..."9": return JSONText(value: .number(try number()), position: start)
    case "t": return JSONText(value: .bool(try word("true") == "true"), position: start)
    case "f": return JSONText(value: .bool(try word("false") == "true"), position: start)
    case "n":
      _ = try word("null")
      return JSONText(value: .null, position: start)
    default: throw unexpected(scalar, expecting: "a value")
    }
  }

  private mutating func object() throws(JSONTextError) -> [JSONText.Member] {
    var members: [JSONText.Member] = []
    try enter()
    while current != "}" {
      let start = position
      guard current == "\"" else { throw expected("a name in quotes") }
      let key = try string()
      if members.contains(where: { $0.key == key }) {
        throw JSONTextError(position: start, message: "\"\(Escaping.line(key))\" occurs twice")
      }
      skipSpace()
      try take(":", "a colon after the name")
      skipSpace()
      members.append(JSONText.Member(key: key, position: start, value: try value()))
      try takeSeparator(before: "}")
    }
    leave()
    return members
  }

  private mutating func array() throws(JSONTextError) -> [JSONText] {
    var elements: [JSONText] = []
    try enter()
    while current != "]" {
      elements.append(try value())
      try takeSeparator(before: "]")
    }
    leave()
    return elements
  }

  private mutating func enter() throws(JSONTextError) {
    guard depth < Self.maxDepth else {
      throw JSONTextError(position: position, message: "nested too deeply")
    }
    depth += 1
    advance()
    skipSpace()
  }

  private mutating func leave() {
    depth -= 1
    advance()
  }

  /// Consumes a comma and the space around it, or only the space before the closing bracket.
  private mutating func takeSeparator(before end: Unicode.Scalar) throws(JSONTextError) {
    skipSpace()
    if current == end { return }
    try take(",", "a comma or \(end)")
    let comma = position
    skipSpace()
    if current == end {
      throw JSONTextError(position: comma, message: "a comma before \(end) is not allowed")
    }
  }

  private mutating func take(_ scalar: Unicode.Scalar, _ name: String) throws(JSONTextError) {
    guard current == scalar else { throw expected(name) }
    advance()
  }

  private mutating func string() throws(JSONTextError) -> String {
    var result = String.UnicodeScalarView()
    advance()
    while let scalar = current, scalar != "\"" {
      if scalar.value < 0x20 {
        throw JSONTextError(position: position, message: "the string is not closed on its line")
      }
      advance()
      if scalar == "\\" { result.append(try escaped()) } else { result.append(scalar) }
    }
    guard current != nil else { throw unexpectedEnd(expecting: "the end of a string") }
    advance()
    return String(result)
  }

  private mutating func escaped() throws(JSONTextError) -> Unicode.Scalar {
    guard let scalar = current else { throw unexpectedEnd(expecting: "the end of a string") }
    let start = position
    advance()
    switch scalar {
    case "\"", "\\", "/": return scalar
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u":
      let high = try hexadecimal()
      if let scalar = Unicode.Scalar(high) { return scalar }
      // A pair of surrogates encodes one scalar; an unpaired surrogate is an error.
      if (0xD800..<0xDC00).contains(high), current == "\\" {
        advance()
        try take("u", "a low surrogate (\\uDC00 to \\uDFFF)")
        let low = try hexadecimal()
        if (0xDC00..<0xE000).contains(low),
          let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
        {
          return scalar
        }
      }
      throw JSONTextError(position: start, message: "an unpaired surrogate is not a character")
    default:
      throw JSONTextError(position: start, message: "\\\(scalar) is not an escape sequence")
    }
  }

  private mutating func hexadecimal() throws(JSONTextError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let scalar = current, scalar.properties.isASCIIHexDigit,
        let digit = UInt32(String(scalar), radix: 16)
      else { throw expected("four hexadecimal digits") }
      value = value << 4 | digit
      advance()
    }
    return value
  }

  private mutating func number() throws(JSONTextError) -> String {
    let start = position
    var text = ""
    while let scalar = current,
      scalar.properties.isASCIIHexDigit || "+-.".unicodeScalars.contains(scalar)
    {
      text.unicodeScalars.append(scalar)
      advance()
    }
    guard text.wholeMatch(of: #/-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/#) != nil else {
      throw JSONTextError(position: start, message: "\(text) is not a number")
    }
    return text
  }

  private mutating func word(_ word: String) throws(JSONTextError) -> String {
    let start = position
    for scalar in word.unicodeScalars {
      guard current == scalar else {
        throw JSONTextError(position: start, message: "expected a value")
      }
      advance()
    }
    return word
  }

  private func expected(_ name: String) -> JSONTextError {
    current.map { unexpected($0, expecting: name) } ?? unexpectedEnd(expecting: name)
  }

  private func unexpected(_ scalar: Unicode.Scalar, expecting name: String) -> JSONTextError {
    JSONTextError(
      position: position,
      message: "expected \(name), found \(Escaping.line(String(scalar)))")
  }

  private func unexpectedEnd(expecting name: String) -> JSONTextError {
    JSONTextError(position: position, message: "the file ends where \(name) is expected")
  }
}

extension JSONText {
  /// Parses a whole text.
  ///
  /// - Throws: ``JSONTextError`` for the first mistake.
  /// - Complexity: O(*n* · *m*) for *n* characters and at most *m* members in an object.
  init(parsing text: String) throws(JSONTextError) {
    var parser = JSONTextParser(text)
    self = try parser.document()
  }

  /// Parses the bytes of a file.
  ///
  /// - Throws: ``JSONTextError`` if the bytes are not UTF-8, or for the first mistake.
  package init(parsing bytes: [UInt8]) throws(JSONTextError) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw JSONTextError(position: Position(line: 1, column: 1), message: "the file is not UTF-8")
    }
    try self.init(parsing: text)
  }
}
