/// The words of the identifiers that have been read from a mangled name so far. Later identifiers
/// can refer to these words.
///
/// For example, `6onNext` has the words `on` and `Next`, and a later `0A3End` is the identifier
/// `onEnd`. Such an identifier consists of a 0 and then of letters for words, mixed with lengths
/// and characters. The letter for the last word is in upper case. If no characters follow that
/// letter, a 0 follows it. Source: `Demangler::demangleIdentifier` in the Swift repository.
struct MangledWords {
  private static let maxCount = 26
  private var words: [String] = []

  /// Removes an identifier from the start of `rest`, and returns it. Returns `nil` if the
  /// identifier is in Punycode, or if `rest` does not start with an identifier.
  mutating func identifier(from rest: inout Substring) -> String? {
    var identifier = ""
    var refersBack = rest.first == "0"
    if refersBack { rest.removeFirst() }
    repeat {
      while refersBack, let letter = rest.first, letter.isLetter, let code = letter.asciiValue {
        rest.removeFirst()
        refersBack = letter.isLowercase
        let index = Int(code) - (letter.isLowercase ? 0x61 : 0x41)
        guard words.indices.contains(index) else { return nil }
        identifier += words[index]
      }
      if rest.first == "0" {
        rest.removeFirst()
        return identifier.isEmpty ? nil : identifier
      }
      let digits = rest.prefix(while: \.isNumber)
      guard let length = Int(digits), length > 0, rest.count >= digits.count + length else {
        return nil
      }
      let text = rest.dropFirst(digits.count).prefix(length)
      rest = rest.dropFirst(digits.count + length)
      identifier += text
      remember(text)
    } while refersBack
    return identifier
  }

  /// Records the words of an identifier. A word ends before an underscore, and before an upper-case
  /// letter that does not follow another upper-case letter.
  private mutating func remember(_ text: Substring) {
    var word = ""
    for character in text {
      if character == "_" || character.isUppercase && word.last?.isUppercase == false {
        add(word)
        word = ""
      }
      if character != "_", !word.isEmpty || !character.isNumber { word.append(character) }
    }
    add(word)
  }

  private mutating func add(_ word: String) {
    if word.count >= 2, words.count < Self.maxCount { words.append(word) }
  }
}
