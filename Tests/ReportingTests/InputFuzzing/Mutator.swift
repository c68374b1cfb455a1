/// A type that makes random changes to the bytes of a file. The changes depend only on the seed.
struct Mutator {
  /// Values that parsers are likely to handle incorrectly.
  private static let tokens: [String] = [
    "-1", "0", "\(Int.min)", "\(Int.max)", "4503599627370496", "1e308", "1e-5", "null", "true",
    "{}",
    "[]", "\"\"", "\"\\u001b[31m\"", "\"v1:0\\n::error::x\"", "\"\\ud800\"", "\"\u{202E}\"", "\\",
    "\"",
    "{", "}", "[", "]", ",", ":", "*", "#", "\n", "\u{0}", "\"../../x\"", "\"v1:00000001\"",
    "999999",
  ]

  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678_9ABC_DEF1
  }

  /// Returns a number below a limit, or 0 if the limit is 0.
  private mutating func number(below limit: Int) -> Int {
    // Xorshift (Marsaglia 2003).
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return limit == 0 ? 0 : Int(state % UInt64(limit))
  }

  /// Returns the bytes with one to four changes.
  mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...number(below: 4) { change(&bytes) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    let index = number(below: bytes.count + 1)
    switch number(below: 8) {
    case 0 where index < bytes.count: bytes[index] ^= 1 << UInt8(number(below: 8))
    case 1: bytes.replaceSubrange(index..<end(of: bytes, from: index, upTo: 40), with: [])
    case 2: bytes.insert(contentsOf: token, at: index)
    case 3: bytes.replaceSubrange(value(in: bytes, after: index), with: token)
    case 4: bytes.insert(contentsOf: copy(of: bytes), at: index)
    case 5: bytes.replaceSubrange(value(in: bytes, after: index), with: copy(of: bytes))
    case 6: bytes.replaceSubrange(value(in: bytes, after: index), with: [])
    case 7 where number(below: 8) == 0: bytes.removeSubrange(index...)
    default: bytes.replaceSubrange(value(in: bytes, after: index), with: token)
    }
  }

  private var token: [UInt8] {
    mutating get { Array(Self.tokens[number(below: Self.tokens.count)].utf8) }
  }

  private mutating func end(of bytes: [UInt8], from index: Int, upTo limit: Int) -> Int {
    min(bytes.count, index + 1 + number(below: limit))
  }

  private mutating func copy(of bytes: [UInt8]) -> [UInt8] {
    let start = number(below: bytes.count + 1)
    return Array(bytes[start..<end(of: bytes, from: start, upTo: 200)])
  }

  /// Returns the range of the number, word or string that starts at or after an index.
  private func value(in bytes: [UInt8], after index: Int) -> Range<Int> {
    func isEnd(_ byte: UInt8) -> Bool { "\",:{}[] \n".utf8.contains(byte) }
    guard let start = bytes[index...].firstIndex(where: { !isEnd($0) }) else {
      return index..<bytes.count
    }
    let end = bytes[start...].firstIndex(where: isEnd) ?? bytes.count
    return start..<end
  }
}
