extension SourceTokens {
  /// Returns the index of the name in the declaration of a local variable, constant or parameter,
  /// if the declaration is visible where a closure starts; `nil` if there is no such declaration.
  /// A property or a global variable counts as well if its declaration precedes the closure.
  ///
  /// - Parameter start: The index of the closure's opening brace.
  /// - Complexity: O(*n*) for *n* tokens.
  func localDeclaration(of name: String, visibleAt start: Int) -> Int? {
    var position = ScopePosition()
    for index in (1..<max(1, start)).reversed() {
      let token = self[index].text
      if token == "{", !position.isInEndedBlock,
        let parameter = parameter(name, ofBlockAt: index)
      {
        return parameter
      }
      if token == name, !position.isInEndedBlock, let keyword = keyword(introducing: index),
        position.isInside(extent(ofDeclarationAt: keyword))
      {
        return index
      }
      position.move(to: token)
    }
    return nil
  }

  /// The part of the source in which a declaration is visible.
  fileprivate enum Extent {
    /// The rest of the block that contains the declaration.
    case enclosingBlock
    /// The block that follows a condition. The declaration is part of the condition.
    case nextBlock
    /// The statements of a `case` in a `switch`.
    case caseStatements
  }

  /// Returns the extent of the declaration with the keyword `var` or `let` at `keyword`.
  private func extent(ofDeclarationAt keyword: Int) -> Extent {
    var extent = Extent.enclosingBlock
    var closed = 0
    for index in (0..<keyword).reversed() {
      switch self[index].text {
      case ")": closed += 1
      case "(": closed -= 1
      case _ where closed > 0: break
      case "{", "}": return extent
      case "if", "while", "catch", "for": return .nextBlock
      case "guard": return .enclosingBlock
      case "case": extent = .caseStatements
      default: break
      }
    }
    return extent
  }

  /// Returns the index of a parameter of the function, closure or loop whose body starts at an
  /// opening brace.
  private func parameter(_ name: String, ofBlockAt start: Int) -> Int? {
    let header = (0..<start).reversed().prefix { !["{", "}"].contains(self[$0].text) }
    if let keyword = header.first(where: isKeywordOfHeader) {
      let isLoop = self[keyword].text == "for"
      let names = (keyword + 1..<start).prefix { !isLoop || self[$0].text != "in" }
      if let found = names.first(where: { self[$0].text == name }),
        isLoop || self[found + 1].text == ":"
      {
        return found
      }
    }
    let captures = self[start + 1].text == "[" ? list(at: start + 1) : start + 1..<start + 1
    let signature = (captures.upperBound..<count).prefix {
      !Self.endsSignature.contains(self[$0].text)
    }
    guard signature.endIndex < count, self[signature.endIndex].text == "in" else { return nil }
    return signature.first { self[$0].text == name }
  }

  /// Returns whether a word is the keyword of a function's or loop's header. The same word can also
  /// be an argument label, or the name of an initializer in a call.
  private func isKeywordOfHeader(_ index: Int) -> Bool {
    ["func", "init", "subscript", "for"].contains(self[index].text) && self[index + 1].text != ":"
      && (index == 0 || self[index - 1].text != ".")
  }

  /// Returns the indices of the tokens of a list in brackets, including the brackets.
  private func list(at start: Int) -> Range<Int> {
    var open = 0
    for index in start..<count {
      if self[index].text == "[" { open += 1 }
      if self[index].text == "]" { open -= 1 }
      if open == 0 { return start..<index + 1 }
    }
    return start..<count
  }

  /// The words and brackets that end the search for a closure's signature: `in` ends the signature,
  /// and any other shows that there is none.
  private static let endsSignature: Set = [
    "in", "{", "}", "for", "let", "var", "if", "guard", "while", "switch", "return", ".",
  ]
}

/// A position in a source while its tokens are examined from a closure backwards.
private struct ScopePosition {
  /// The number of blocks that contain the position and end before the closure.
  private var endedBlocks = 0
  /// The number of `)` minus the number of `(` between the position and the closure, counted since
  /// the last `{` of a block that contains the closure. It is negative if the position is in front
  /// of parentheses that contain the closure.
  private var parentheses = 0
  /// A Boolean value indicating whether the position may be in the condition of a block that
  /// contains the closure.
  private var isCondition = false
  /// A Boolean value indicating whether the block that contains the position has a `case` or
  /// `default` between the position and the closure.
  private var hasPassedCase = false

  var isInEndedBlock: Bool { endedBlocks > 0 }

  /// Moves to the token before the current one.
  mutating func move(to token: String) {
    switch token {
    case "}":
      // A closure in a condition is in parentheses. Outside parentheses, this brace ends an earlier
      // statement, so the tokens before it do not belong to the condition.
      if endedBlocks == 0, parentheses == 0 { isCondition = false }
      endedBlocks += 1
    case "{" where isInEndedBlock: endedBlocks -= 1
    case "{":
      isCondition = true
      hasPassedCase = false
      parentheses = 0
    case _ where isInEndedBlock: break
    case ")": parentheses += 1
    case "(": parentheses -= 1
    case "if", "while", "catch", "for", "guard", "switch", "func": isCondition = false
    case "case", "default": hasPassedCase = true
    default: break
    }
  }

  func isInside(_ extent: SourceTokens.Extent) -> Bool {
    switch extent {
    case .enclosingBlock: true
    case .nextBlock: isCondition
    case .caseStatements: !hasPassedCase
    }
  }
}
