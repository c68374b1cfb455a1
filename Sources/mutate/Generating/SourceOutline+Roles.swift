extension SourceOutline {
  private static let typeKeywords: Set = [
    "class", "struct", "enum", "extension", "protocol", "actor",
  ]
  private static let branchKeywords: Set = [
    "if", "else", "guard", "for", "while", "do", "catch", "defer", "repeat",
  ]

  /// Returns the construct that the opening brace at a token belongs to, and whether its
  /// declaration is inlinable.
  func role(ofBraceAt brace: Int, parent: Int?) -> (Role, isInlinable: Bool) {
    let start = headerStart(of: brace, parent: parent)
    let header = depthZero(start..<brace)
    let words = header.map { tokens[$0].text }
    let isInlinable = words.contains("inlinable")
    let declares = parent.map { blocks[$0].role == .members } ?? true
    if let keyword = branchKeyword(header) {
      return (keyword == "switch" ? .sections : .branch(keyword: keyword), isInlinable)
    }
    if words.contains("init") && (declares || isDeclaration(words)) && !words.contains("=") {
      return (.initializer, isInlinable)
    }
    if words.contains("func") { return (.function(hasValue: hasValue(header)), isInlinable) }
    if words.contains("deinit") { return (.function(hasValue: false), isInlinable) }
    if declares, !words.contains("=") {
      if words.contains("var") || words.contains("subscript") {
        return (hasAccessors(brace) ? .members : .function(hasValue: true), isInlinable)
      }
      if words.contains(where: Self.typeKeywords.contains) { return (.members, isInlinable) }
    }
    if words.contains(where: Self.typeKeywords.contains), isDeclaration(words) {
      return (.members, isInlinable)
    }
    if let accessor = words.last, header.count <= 3,
      ["get", "set", "didSet", "willSet", "_read", "_modify"].contains(words.first ?? accessor)
    {
      return (.function(hasValue: words.first == "get"), isInlinable)
    }
    if words.contains("var"), !words.contains("="), !declares {
      return (hasAccessors(brace) ? .members : .function(hasValue: true), isInlinable)
    }
    return (.closure, isInlinable)
  }

  /// Returns the index of the first token in the header of a brace. The header is the part of the
  /// statement before the brace.
  func headerStart(of brace: Int, parent: Int?) -> Int {
    let statements = parent.map { blocks[$0].statements } ?? declarations
    let statement = statements.first { $0.tokens.contains(brace) }
    let limit = statement?.tokens.lowerBound ?? parent.map { blocks[$0].tokens.lowerBound } ?? 0
    // If the brace is inside parentheses or brackets, its header starts after the opening
    // parenthesis or bracket.
    var index = brace - 1
    while index >= limit {
      let token = tokens[index]
      if ["(", "["].contains(token.text) { return index + 1 }
      if [")", "]", "}"].contains(token.text), let start = partners[index] { index = start }
      index -= 1
    }
    return limit
  }

  /// Returns the keyword of the control statement that a header introduces; `nil` for other
  /// headers.
  ///
  /// In `if a { … } else { … }`, each pair of braces has its own keyword. Outside parentheses, a
  /// condition contains no braces, because a closure in a condition is within parentheses.
  private func branchKeyword(_ header: [Int]) -> String? {
    guard let first = header.first else { return nil }
    // The header of this brace starts after the last pair of braces in `header`.
    let lastBrace = header.lastIndex { tokens[$0].text == "{" }
    let own = lastBrace.map { Array(header[($0 + 1)...]) } ?? header
    let ownFirst = own.first.map { tokens[$0].text }
    if lastBrace != nil {
      if ownFirst == "else" { return own.contains { tokens[$0].text == "if" } ? "if" : "else" }
      if ownFirst == "catch" { return "catch" }
      return nil
    }
    let word = tokens[first].text
    if word == "switch" { return "switch" }
    if word == "guard" { return "guard" }
    if Self.branchKeywords.contains(word) { return word }
    // `let x = if …`, `return switch …`, `x = switch …`
    for (position, index) in header.enumerated().dropFirst() {
      let before = tokens[header[position - 1]].text
      if ["if", "switch"].contains(tokens[index].text), ["=", "return", "in", ":"].contains(before)
      {
        return tokens[index].text
      }
    }
    return nil
  }

  private func isDeclaration(_ words: [String]) -> Bool {
    let modifiers: Set = [
      "private", "fileprivate", "public", "package", "internal", "open", "final", "static",
      "override", "convenience", "required", "init", "@", "indirect", "frozen",
    ]
    guard let first = words.first else { return false }
    return modifiers.contains(first) || Self.typeKeywords.contains(first)
  }

  /// Returns whether a function's header declares a result other than `Void` or `Never`.
  private func hasValue(_ header: [Int]) -> Bool {
    guard let arrow = header.last(where: { tokens[$0].text == "->" }) else { return false }
    let result = header.filter { $0 > arrow }.map { tokens[$0].text }
    return result.first != "Void" && result.first != "Never"
  }

  /// Returns whether the braces of a property contain accessors rather than the statements of a
  /// getter.
  private func hasAccessors(_ brace: Int) -> Bool {
    guard let end = partners[brace], brace + 1 < end else { return false }
    return ["get", "set", "didSet", "willSet", "_read", "_modify", "nonmutating"]
      .contains(tokens[brace + 1].text)
  }
}
