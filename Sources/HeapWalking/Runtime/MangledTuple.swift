/// The elements of a tuple type, taken from its mangled name.
///
/// The runtime makes tuples of types that a program can write; in a capture an element can
/// be a lowered function, which only the compiler knows. A name is in postfix order, so its
/// operators are followed with a stack of what they apply to; one that is not among those
/// below ends the attempt. Source: `Demangler.cpp` in the Swift repository.
struct MangledTuple {
  private(set) var elements: [(label: String, type: MangledName)] = []

  private enum Entry {
    case type(Range<Int>)
    case identifier(Range<Int>)
    /// What a list starts with, after its first element or instead of it.
    case first, empty
  }

  private let name: MangledName
  private let tokens: [MangledName.Token]
  private var position = 0
  private var stack: [Entry] = []

  init?(_ name: MangledName) {
    self.name = name
    tokens = name.tokens
    guard tokens.last?.character == "t" else { return nil }
    while position < tokens.count - 1 { guard follow() else { return nil } }
    guard takeElements() else { return nil }
  }

  /// Takes what is on the stack for the elements, each with its label after it.
  private mutating func takeElements() -> Bool {
    var hasFirst = false
    for entry in stack {
      switch entry {
      case .type(let range):
        elements.append(("\(elements.count)", name.part(range)))
      case .identifier(let range):
        guard !elements.isEmpty else { return false }
        elements[elements.count - 1].label = String(
          name.part(range).operators.drop(while: \.isNumber))
      case .first:
        guard !hasFirst, elements.count == 1 else { return false }
        hasFirst = true
      case .empty: return false
      }
    }
    return hasFirst && elements.count > 1
  }

  /// Follows one operator.
  private mutating func follow() -> Bool {
    let token = tokens[position]
    position += 1
    let range = token.offset..<token.offset + token.length
    guard let operation = token.character else { return push(range) }
    switch operation {
    case "x": return push(range)
    case "q": return followParameter(range)
    case "S": return followStandardType(range)
    case "s": return pushIdentifier(range)
    case "1"..."9": return followIdentifier(operation, range)
    case "C", "V", "O": return replace(2, to: range.upperBound)
    case "m": return replace(1, to: range.upperBound)
    case "c": return replace(2, to: range.upperBound)
    case "y":
      stack.append(.empty)
      return true
    case "_":
      stack.append(.first)
      return true
    case "G": return replaceList(to: range.upperBound, startsWithFirst: false)
    case "t", "p": return replaceList(to: range.upperBound, startsWithFirst: true)
    case "X": return followExtension(range)
    case "I": return followFunction()
    default: return false
    }
  }

  private mutating func push(_ range: Range<Int>) -> Bool {
    stack.append(.type(range))
    return true
  }

  private mutating func pushIdentifier(_ range: Range<Int>) -> Bool {
    stack.append(.identifier(range))
    return true
  }

  private mutating func next() -> Character? {
    guard position < tokens.count - 1 else { return nil }
    position += 1
    return tokens[position - 1].character
  }

  /// The offset after the last token that was read.
  private var end: Int { tokens[position].offset }

  private mutating func followParameter(_ range: Range<Int>) -> Bool {
    var isDeeper = false
    while let character = next() {
      if character == "d" { isDeeper = true } else if character == "_" {
        guard isDeeper else { return push(range.lowerBound..<end) }
        isDeeper = false
      }
    }
    return false
  }

  private mutating func followStandardType(_ range: Range<Int>) -> Bool {
    guard let letter = next() else { return false }
    switch letter {
    case "g": return replace(1, to: end)
    case "c": return next() != nil && push(range.lowerBound..<end)
    case "o", "C", "_": return false
    default: return letter.isLetter && push(range.lowerBound..<end)
    }
  }

  private mutating func followIdentifier(_ first: Character, _ range: Range<Int>) -> Bool {
    var digits = String(first)
    while tokens[position].character?.isNumber == true, let digit = next() {
      digits.append(digit)
    }
    guard let length = Int(digits), position + length < tokens.count else { return false }
    position += length
    return pushIdentifier(range.lowerBound..<end)
  }

  private mutating func followExtension(_ range: Range<Int>) -> Bool {
    switch next() {
    case "w", "o", "u", "b", "X", "x", "p": return replace(1, to: end)
    case "M": return next() != nil && replace(1, to: end)
    case "l": return replaceList(to: end, startsWithFirst: true)
    default: return false
    }
  }

  /// A lowered function applies to one type for each parameter and result.
  private mutating func followFunction() -> Bool {
    var attributes = ""
    while let character = next(), character != "_" { attributes.append(character) }
    guard let count = LoweredFunction.typeCount(attributes) else { return false }
    if count == 0 {
      return push(end - attributes.utf8.count - 2..<end)
    }
    return replace(count, to: end)
  }

  private static func range(of entry: Entry?) -> Range<Int>? {
    switch entry {
    case .type(let range), .identifier(let range): range
    case .first, .empty, nil: nil
    }
  }

  /// The last entries become one type.
  private mutating func replace(_ count: Int, to end: Int) -> Bool {
    var start: Int?
    for _ in 0..<count {
      guard let last = stack.popLast() else { return false }
      if case .empty = last {
        start = (start ?? end) - 1
      } else {
        guard let range = Self.range(of: last) else { return false }
        start = range.lowerBound
      }
    }
    return start.map { push($0..<end) } ?? false
  }

  /// A list and what it applies to become one type.
  private mutating func replaceList(to end: Int, startsWithFirst: Bool) -> Bool {
    while let last = stack.popLast() {
      switch last {
      case .empty where startsWithFirst: return push(end - 2..<end)
      case .empty: return replace(1, to: end)
      case .first:
        guard startsWithFirst else { return false }
        // A protocol may stand there by its module and its name.
        if case .identifier = stack.last { return replace(2, to: end) }
        return replace(1, to: end)
      case .type, .identifier: continue
      }
    }
    return false
  }
}
