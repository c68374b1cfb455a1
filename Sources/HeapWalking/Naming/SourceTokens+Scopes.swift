extension SourceTokens {
  /// Returns the index of the word that declares a local variable, constant or parameter, if the
  /// declaration is visible where a closure starts; `nil` if there is no such declaration.
  ///
  /// - Parameter start: The index of the closure's opening brace.
  /// - Complexity: O(*n*) for *n* tokens.
  func localDeclaration(of name: String, visibleAt start: Int) -> Int? {
    // The number of blocks that ended before the closure and are being skipped.
    var skipped = 0
    // Whether the tokens may be the condition of a block that contains the closure.
    var isCondition = false
    for index in (1..<max(1, start)).reversed() {
      switch self[index].text {
      case "}":
        skipped += 1
        isCondition = false
      case "{" where skipped > 0: skipped -= 1
      case "{":
        if let parameter = parameter(name, ofBlockAt: index) { return parameter }
        isCondition = true
      case name where skipped == 0 && ["var", "let"].contains(self[index - 1].text):
        let isOfBlock = index > 1 && ["if", "while", "case"].contains(self[index - 2].text)
        if isCondition || !isOfBlock { return index }
      default: break
      }
    }
    return nil
  }

  /// Returns the index of a parameter of the function, closure or loop whose body starts at a brace.
  private func parameter(_ name: String, ofBlockAt start: Int) -> Int? {
    let header = (0..<start).reversed().prefix { !["{", "}"].contains(self[$0].text) }
    let keyword = header.first { ["func", "init", "subscript", "for"].contains(self[$0].text) }
    if let keyword, let found = (keyword..<start).first(where: { self[$0].text == name }) {
      let isLoop = self[keyword].text == "for"
      return !isLoop || self[keyword..<found, contains: "in"] == false ? found : nil
    }
    let signature = (start + 1..<count).prefix { !Self.endsSignature.contains(self[$0].text) }
    guard signature.endIndex < count, self[signature.endIndex].text == "in" else { return nil }
    return signature.first { self[$0].text == name }
  }

  /// The words and brackets that end the search for a closure's signature: `in` ends the signature,
  /// and any other shows that there is none.
  private static let endsSignature: Set = [
    "in", "{", "}", "for", "let", "var", "if", "guard", "while", "switch", "return",
  ]

  private subscript(range: Range<Int>, contains text: String) -> Bool {
    range.contains { self[$0].text == text }
  }
}
