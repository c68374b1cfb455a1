/// Demangled text that can be split at characters outside its brackets.
package struct DemangledText {
  package var text: Substring

  package init(_ text: some StringProtocol) { self.text = Substring(text) }

  /// Calls `body` with the index of each character and the number of brackets that enclose it,
  /// until `body` returns `false`. A bracket counts as enclosed by itself. The `>` of an arrow is
  /// not a bracket.
  private func scan(_ body: (_ index: String.Index, _ depth: Int) -> Bool) {
    var depth = 0
    var previous: Character = " "
    for index in text.indices {
      let character = text[index]
      if "([{<".contains(character) { depth += 1 }
      guard body(index, depth) else { return }
      if ")]}".contains(character) || character == ">" && previous != "-" { depth -= 1 }
      previous = character
    }
  }

  /// Splits the text at each `separator` that is outside brackets, and returns the parts.
  package func split(at separator: String) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    scan { index, depth in
      if depth == 0, index >= start, text[index...].hasPrefix(separator) {
        parts.append(text[start..<index])
        start = text.index(index, offsetBy: separator.count)
      }
      return true
    }
    return parts + [text[start...]]
  }

  /// Returns the text before the first of `characters` that is outside brackets, and the rest.
  ///
  /// If `characters` contains an opening bracket, the bracket is found unless other brackets
  /// enclose it.
  package func prefix(upTo characters: Set<Character>) -> (Substring, Substring) {
    var end = text.endIndex
    scan { index, depth in
      let opens = "([{<".contains(text[index]) ? 1 : 0
      guard depth == opens, characters.contains(text[index]) else { return true }
      end = index
      return false
    }
    return (text[..<end], text[end...])
  }

  /// The contents of the brackets with which the text begins.
  package var bracketed: Substring {
    var end = text.endIndex
    scan { index, depth in
      guard depth == 1, ")]}>".contains(text[index]), index > text.startIndex else { return true }
      if text[index] == ">", text[text.index(before: index)] == "-" { return true }
      end = index
      return false
    }
    return text[..<end].dropFirst()
  }

  /// The text without the generic parameters and arguments (`<…>`) that are outside other brackets.
  ///
  /// Text that contains an operator's name is unchanged, because the name may contain `<` or `>`.
  /// This does not apply if ``OperatorName`` has masked the name.
  package var withoutGenerics: Substring {
    if text.contains(" infix") || text.contains(" prefix") || text.contains(" postfix") {
      return text
    }
    var result = ""
    var angles = 0
    var others = 0
    var previous: Character = " "
    for character in text {
      if angles == 0, "([{".contains(character) { others += 1 }
      if angles == 0, ")]}".contains(character) { others -= 1 }
      if others == 0, character == "<" { angles += 1 }
      if angles == 0 { result.append(character) }
      if angles > 0, character == ">", previous != "-" { angles -= 1 }
      previous = character
    }
    return Substring(result)
  }
}
