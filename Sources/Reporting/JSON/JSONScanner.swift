/// A type that skips JSON values, one byte at a time, without decoding them.
struct JSONScanner {
  /// The maximum depth of nested values, which limits the recursion. No report is nested more
  /// deeply.
  private static let maxDepth = 32
  /// The maximum sum of all numeric values in a document. The limit ensures that no sum overflows,
  /// even a sum over many reports.
  private static let maxTotal = 1 << 50

  private let bytes: [UInt8]
  private var next: Int
  private var depth = 0
  private var total = 0

  init(_ bytes: [UInt8], from start: Int = 0) {
    self.bytes = bytes
    next = start
  }

  private var current: UInt8? { next < bytes.count ? bytes[next] : nil }

  private var failure: JSONOutlineError { next < bytes.count ? .syntax : .endsEarly }

  mutating func skipSpace() {
    while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      next += 1
    }
  }

  /// Checks that only white space follows.
  ///
  /// - Throws: An error if anything else follows.
  mutating func expectEnd() throws(JSONOutlineError) {
    skipSpace()
    if next < bytes.count { throw .syntax }
  }

  /// Skips an object and calls a closure with each member's name and the byte range of its value.
  mutating func skipObject(
    _ body: (String, Range<Int>) throws(JSONOutlineError) -> Void
  ) throws(JSONOutlineError) {
    try enter(UInt8(ascii: "{"))
    skipSpace()
    if take(UInt8(ascii: "}")) {
      depth -= 1
      return
    }
    repeat {
      skipSpace()
      let name = try skipString()
      skipSpace()
      try expect(UInt8(ascii: ":"))
      skipSpace()
      let start = next
      try skipValue()
      try body(String(decoding: bytes[name], as: UTF8.self), start..<next)
      skipSpace()
    } while take(UInt8(ascii: ","))
    try expect(UInt8(ascii: "}"))
    depth -= 1
  }

  /// Consumes the opening bracket of a list. The list must have been skipped successfully before.
  mutating func enterList() { next += 1 }

  /// Returns the byte range of a list's next element; `nil` at the end of the list. The list must
  /// have been skipped successfully before.
  mutating func nextElement() -> Range<Int>? {
    skipSpace()
    if take(UInt8(ascii: ",")) { skipSpace() }
    guard current != UInt8(ascii: "]") else { return nil }
    let start = next
    guard (try? skipValue()) != nil else { return nil }
    return start..<next
  }

  private mutating func skipValue() throws(JSONOutlineError) {
    switch current {
    case UInt8(ascii: "{"): try skipObject { (_, _) throws(JSONOutlineError) in }
    case UInt8(ascii: "["): try skipList()
    case UInt8(ascii: "\""): _ = try skipString()
    case UInt8(ascii: "t"): try skip("true")
    case UInt8(ascii: "f"): try skip("false")
    case UInt8(ascii: "n"): try skip("null")
    default: try skipNumber()
    }
  }

  private mutating func skipList() throws(JSONOutlineError) {
    try enter(UInt8(ascii: "["))
    skipSpace()
    if !take(UInt8(ascii: "]")) {
      repeat {
        skipSpace()
        try skipValue()
        skipSpace()
      } while take(UInt8(ascii: ","))
      try expect(UInt8(ascii: "]"))
    }
    depth -= 1
  }

  /// Skips a string and returns the byte range between its quotes.
  private mutating func skipString() throws(JSONOutlineError) -> Range<Int> {
    try expect(UInt8(ascii: "\""))
    let start = next
    while let byte = current, byte != UInt8(ascii: "\"") {
      if byte < 0x20 { throw .syntax }
      // The character after the backslash is checked when the string is decoded.
      next += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    guard current != nil else {
      next = bytes.count
      throw .endsEarly
    }
    next += 1
    return start..<(next - 1)
  }

  private mutating func skip(_ word: StaticString) throws(JSONOutlineError) {
    for index in 0..<word.utf8CodeUnitCount {
      // The index is below the number of bytes of the literal.
      try expect(unsafe word.utf8Start[index])
    }
  }

  private mutating func skipNumber() throws(JSONOutlineError) {
    if current == UInt8(ascii: "-") { throw .number }
    let start = next
    try skipDigits()
    var isWhole = true
    if take(UInt8(ascii: ".")) {
      isWhole = false
      try skipDigits()
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isWhole = false
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try skipDigits()
    }
    guard bytes[start] != UInt8(ascii: "0") || !isWhole || next == start + 1 else { throw .syntax }
    try count(String(decoding: bytes[start..<next], as: UTF8.self), isWhole: isWhole)
  }

  private mutating func count(_ text: String, isWhole: Bool) throws(JSONOutlineError) {
    let number = isWhole ? Int(text) : Double(text).flatMap { Int(exactly: $0.rounded(.up)) }
    guard let number, number <= Self.maxTotal - total else { throw .number }
    total += number
  }

  private mutating func skipDigits() throws(JSONOutlineError) {
    guard let byte = current, (0x30...0x39).contains(byte) else { throw failure }
    while let byte = current, (0x30...0x39).contains(byte) { next += 1 }
  }

  private mutating func enter(_ bracket: UInt8) throws(JSONOutlineError) {
    try expect(bracket)
    depth += 1
    if depth > Self.maxDepth { throw .tooDeep }
  }

  private mutating func expect(_ byte: UInt8) throws(JSONOutlineError) {
    guard take(byte) else { throw failure }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    next += 1
    return true
  }
}
