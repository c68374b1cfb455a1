/// The names of operators in demangled text: `=>` in `App.=> infix(App.Hook, Swift.String)`.
///
/// A parser could mistake the characters of such a name for brackets or separators. While text is
/// parsed, characters of Unicode's Private Use Area replace them.
enum OperatorName {
  private static let characters = Set("/=-+!*%<>&|^~?.")
  private static let fixities = [" infix", " prefix", " postfix"]
  /// The value to which the ASCII value of a character is added to form its replacement.
  private static let base: UInt32 = 0xE000

  /// Returns the text with each operator function written like any other function: without `infix`,
  /// `prefix` or `postfix`, and with the characters of its name replaced.
  static func masked(_ demangled: String) -> String {
    guard fixities.contains(where: demangled.contains) else { return demangled }
    var result = ""
    var rest = Substring(demangled)
    while let index = rest.indices.first(where: { fixity(at: $0, in: rest) != nil }) {
      let before = rest[..<index]
      let name = before.reversed().prefix(while: characters.contains).count
      // The name of the enclosing type or module ends with a dot.
      let path = before.dropLast(name) + (before.suffix(name).first == "." ? "." : "")
      result += path + before.dropFirst(path.count).map(representing)
      rest = rest[index...].dropFirst(fixity(at: index, in: rest)?.count ?? 1)
    }
    return result + rest
  }

  /// Returns the text with the original names of operators.
  static func unmasked(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map(original)))
  }

  /// Returns the fixity that begins at an index and follows an operator's name; `nil` if there is
  /// none.
  private static func fixity(at index: String.Index, in text: Substring) -> String? {
    guard text[index] == " ", index > text.startIndex,
      characters.contains(text[text.index(before: index)])
    else { return nil }
    return fixities.first {
      text[index...].hasPrefix($0 + "(") || text[index...].hasPrefix($0 + "<")
    }
  }

  private static func representing(_ character: Character) -> Character {
    guard let value = character.asciiValue, let scalar = Unicode.Scalar(base + UInt32(value)) else {
      return character
    }
    return Character(scalar)
  }

  private static func original(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    (base..<base + 128).contains(scalar.value)
      ? Unicode.Scalar(scalar.value - base) ?? scalar : scalar
  }
}
