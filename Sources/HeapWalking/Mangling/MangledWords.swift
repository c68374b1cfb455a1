/// The words of a mangled name's identifiers so far, which later substitutions refer to.
///
/// `6onNext` has the words `on` and `Next`; `0A3End` after it is `onEnd`: a 0, letters for words,
/// the last of them in upper case, then a length and characters. Source:
/// `Demangler::demangleIdentifier` in the Swift repository.
struct MangledWords {
  private static let maxCount = 26
  private var words: [String] = []

  /// Takes an identifier from the front. Returns `nil` for an identifier in Punycode, and for text
  /// that is no identifier.
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
  /// letter that does not follow another one.
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
