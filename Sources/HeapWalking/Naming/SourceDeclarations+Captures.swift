internal import OwnershipGraph

extension SourceDeclarations {
  /// A closure or a nested function in a source file.
  struct Code: Hashable {
    var path: String
    /// The line on which the code starts.
    var line: Int
    /// The index of the code's opening brace among the file's tokens. If it is `nil`, the code may
    /// be any block that starts on the line.
    var brace: Int?
  }

  /// Returns what a source file shows about a variable that a closure or a nested function
  /// captures; `nil` if the file shows nothing.
  ///
  /// - Parameter name: The variable's name. If it is `nil`, the result contains only what is true
  ///   of every variable that the code captures.
  /// - Complexity: O(*n* · *b*) for *n* tokens and *b* blocks around the closure.
  static func capture(
    of name: String?, by code: Code, in tokens: SourceTokens
  ) -> ObjectGraph.Reference.Capture? {
    guard let name else {
      return blocks(of: code, in: tokens).lazy
        .compactMap { tokens.nestedFunction(usedInBlockAt: $0) }.first
        .map { ObjectGraph.Reference.Capture(nestedFunction: $0) }
    }
    guard let start = start(of: code, using: name, in: tokens) else { return nil }
    let usesSuper =
      name == "self" && tokens.block(at: start).contains { tokens[$0].text == "super" }
    let capture = ObjectGraph.Reference.Capture(
      value: tokens.value(of: name, in: captureList(ofClosureAt: start, in: tokens)),
      canBeWeak: tokens.hasUnrestrictedType(name, at: start) ? false : nil,
      usesSuper: usesSuper ? true : nil,
      nestedFunction: tokens.nestedFunction(usedInBlockAt: start),
      usesItself: tokens.usesItself(functionWithBlockAt: start) ? true : nil)
    return capture == ObjectGraph.Reference.Capture() ? nil : capture
  }

  /// Returns the type of a captured variable if it may be a structure or an enumeration; see
  /// ``SourceTokens/valueType(of:visibleAt:)``.
  static func valueType(
    of name: String, by code: Code, in tokens: SourceTokens
  ) -> SourceTokens.ValueType? {
    guard let start = start(of: code, using: name, in: tokens) else { return nil }
    let list = captureList(ofClosureAt: start, in: tokens)
    // A capture list may give the name another value, whose type is not known.
    let hasValue = list.dropLast().contains {
      tokens[$0].text == name && tokens[$0 + 1].gap.hasPrefix("=")
    }
    return hasValue ? nil : tokens.valueType(of: name, visibleAt: start)
  }

  /// Returns the index of the opening brace of a closure or nested function. If the index is
  /// unknown, the code is assumed to be the last block on its line that uses the name, or the last
  /// block on the line if none uses the name.
  static func start(of code: Code, using name: String, in tokens: SourceTokens) -> Int? {
    let starts = blocks(of: code, in: tokens)
    let naming = starts.last { tokens.block(at: $0).contains { tokens[$0].text == name } }
    return naming ?? starts.last
  }

  /// Returns the indices of the opening braces of the blocks that may be the given code.
  static func blocks(of code: Code, in tokens: SourceTokens) -> [Int] {
    if let brace = code.brace { return [brace] }
    return tokens.indices.filter { tokens[$0].line == code.line && tokens[$0].text == "{" }
  }
}
