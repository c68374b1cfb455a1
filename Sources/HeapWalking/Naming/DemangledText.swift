/// Splitting of demangled text at the level of its outermost brackets.
struct DemangledText {
  var text: Substring

  init(_ text: some StringProtocol) { self.text = Substring(text) }

  /// The parts between occurrences of `separator` that are in no bracket.
  ///
  /// The `>` of an arrow closes nothing.
  func split(at separator: String) -> [Substring] {
    var parts: [Substring] = []
    var depth = 0
    var start = text.startIndex
    var index = text.startIndex
    var previous: Character = " "
    while index < text.endIndex {
      if depth == 0, index >= start, text[index...].hasPrefix(separator) {
        parts.append(text[start..<index])
        index = text.index(index, offsetBy: separator.count)
        start = index
        previous = " "
        continue
      }
      let character = text[index]
      if "([{<".contains(character) { depth += 1 }
      if ")]}".contains(character) || character == ">" && previous != "-" { depth -= 1 }
      previous = character
      index = text.index(after: index)
    }
    return parts + [text[start...]]
  }

  /// The text before the first of `characters` that is in no bracket, and the rest.
  func prefix(upTo characters: Set<Character>) -> (Substring, Substring) {
    var depth = 0
    for index in text.indices {
      let character = text[index]
      if depth == 0, characters.contains(character) { return (text[..<index], text[index...]) }
      if "([{<".contains(character) { depth += 1 }
      if ")]}>".contains(character) { depth -= 1 }
    }
    return (text, "")
  }

  /// The text inside the bracket that it starts with.
  var bracketed: Substring {
    var depth = 0
    var previous: Character = " "
    for index in text.indices {
      let character = text[index]
      if "([{<".contains(character) { depth += 1 }
      if ")]}".contains(character) || character == ">" && previous != "-" {
        depth -= 1
        if depth == 0 { return text[text.index(after: text.startIndex)..<index] }
      }
      previous = character
    }
    return text.dropFirst()
  }
}
