extension SourceTokens {
  /// Returns the index of the keyword `var` or `let` whose declaration or pattern introduces a
  /// name; `nil` if no such keyword introduces the name.
  ///
  /// The name follows the keyword directly, or in a list (`var first, second: Int`) or a tuple
  /// (`let (first, second) = pair`).
  ///
  /// - Parameter name: The index of the name.
  /// - Complexity: O(*n*) for *n* tokens between the keyword and the name.
  func keyword(introducing name: Int) -> Int? {
    guard name > 0 else { return nil }
    if isKeyword(name - 1) { return name - 1 }
    guard [",", "("].contains(self[name - 1].text) else { return nil }
    var closed = 0
    for index in (0..<name).reversed() {
      switch self[index].text {
      case ")", "]", "}": closed += 1
      case "(" where closed > 0, "[" where closed > 0, "{" where closed > 0: closed -= 1
      case _ where closed > 0: break
      case "(":
        // A tuple of names follows a keyword, a comma or another parenthesis. After anything else,
        // the parenthesis belongs to a call or a value.
        guard index > 0 else { return nil }
        if isKeyword(index - 1) { return index - 1 }
        if ![",", "("].contains(self[index - 1].text) { return nil }
      case "var", "let": return startsDeclaration(index) ? index : nil
      case let token where Self.endsList.contains(token): return nil
      default: break
      }
    }
    return nil
  }

  private func isKeyword(_ index: Int) -> Bool { ["var", "let"].contains(self[index].text) }

  /// Returns whether a keyword starts a declaration, rather than a pattern in a condition. In a
  /// declaration, the next name may follow a comma. In a condition, a comma ends the condition.
  private func startsDeclaration(_ keyword: Int) -> Bool {
    keyword == 0 || !["if", "guard", "while", "case", ","].contains(self[keyword - 1].text)
  }

  /// The words and brackets that are not part of a list of names that `var` or `let` introduces.
  private static let endsList: Set = [
    "{", "[", "func", "init", "subscript", "case", "where", "in", "if", "guard", "while", "for",
    "switch", "return", "class", "struct", "enum", "actor", "extension", "protocol", "typealias",
    "associatedtype", "import",
  ]
}
