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

  /// Returns whether a declaration introduces a tuple of names: `var (first, second) = pair`.
  ///
  /// - Parameter keyword: The index of the declaration's `var` or `let`.
  func declaresTuple(_ keyword: Int) -> Bool {
    keyword + 1 < count && self[keyword + 1].text == "("
  }

  /// Returns whether a property belongs to its type rather than to each instance.
  ///
  /// - Parameter keyword: The index of the property's `var` or `let`.
  func belongsToType(_ keyword: Int) -> Bool {
    modifiers(before: keyword).contains { ["static", "class"].contains(self[$0].text) }
  }

  /// Returns the indices of the words and parentheses of a property's modifiers, such as
  /// `private(set) weak`, from the last to the first.
  ///
  /// - Parameter keyword: The index of the property's `var` or `let`.
  func modifiers(before keyword: Int) -> some Sequence<Int> {
    (0..<keyword).reversed().prefix { Self.partsOfModifiers.contains(self[$0].text) }
  }

  private static let partsOfModifiers: Set = [
    "(", ")", "class", "fileprivate", "final", "internal", "lazy", "nonisolated", "open",
    "override", "package", "private", "public", "set", "static", "unowned", "unsafe", "weak",
  ]

  /// Returns whether a declaration has an attribute, such as a property wrapper: `@Wrapped` or
  /// `@Module.Wrapped`.
  ///
  /// - Parameters:
  ///   - name: The name of the attribute, without a module.
  ///   - keyword: The index of the keyword `var` or `let` of the declaration.
  /// - Complexity: O(*n*) for *n* tokens between the preceding declaration and the keyword.
  func hasAttribute(_ name: String, declarationAt keyword: Int) -> Bool {
    for index in (0..<keyword).reversed() {
      switch self[index].text {
      case "var", "let", "func", "init", "deinit", "{", "}": return false
      case name:
        let isQualified = index > 1 && self[index - 1].text == "."
        if self[isQualified ? index - 2 : index].gap.hasSuffix("@") { return true }
      default: break
      }
    }
    return false
  }

  /// Returns whether a class conforms to `Sendable` and the compiler checks the conformance. The
  /// declaration of the class or an extension in the same file contains the conformance.
  ///
  /// - Parameter start: The index of the keyword `class`.
  func isCheckedSendable(classAt start: Int) -> Bool {
    guard start + 1 < count else { return false }
    let name = self[start + 1].text
    return inherits("Sendable", afterTypeNameAt: start + 1)
      || indices.contains { index in
        self[index].text == name && index > 0 && self[index - 1].text == "extension"
          && inherits("Sendable", afterTypeNameAt: index)
      }
  }

  /// Returns whether the list of inherited types of a declaration contains a type. The type does
  /// not count if an attribute such as `@unchecked` precedes it.
  private func inherits(_ type: String, afterTypeNameAt name: Int) -> Bool {
    var depth = 0
    var isInList = false
    for index in name + 1..<max(name + 1, count) {
      let token = self[index]
      depth += token.gap.count { $0 == "<" } - token.gap.count { $0 == ">" }
      switch token.text {
      case "{", "where": return false
      case ":" where depth == 0: isInList = true
      case type where depth == 0 && isInList:
        if [":", ",", "."].contains(self[index - 1].text) || token.gap.hasSuffix("&") {
          return true
        }
      default: break
      }
    }
    return false
  }

  private func isKeyword(_ index: Int) -> Bool { ["var", "let"].contains(self[index].text) }

  /// Returns whether a keyword starts a declaration, rather than a pattern in a condition. In a
  /// declaration, the next name may follow a comma. In a condition, a comma ends the condition.
  private func startsDeclaration(_ keyword: Int) -> Bool {
    keyword == 0 || !["if", "guard", "while", "case", ","].contains(self[keyword - 1].text)
  }

  /// The words and brackets at which the backward search for the `var` or `let` of a name ends,
  /// because they cannot occur in a list of declared names.
  private static let endsList: Set = [
    "{", "[", "func", "init", "subscript", "case", "where", "in", "if", "guard", "while", "for",
    "switch", "return", "class", "struct", "enum", "actor", "extension", "protocol", "typealias",
    "associatedtype", "import",
  ]
}
