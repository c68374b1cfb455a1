internal import OwnershipGraph

extension SourceDeclarations {
  /// Returns what a source file shows about a variable that a closure or a nested function
  /// captures; `nil` if the file shows nothing.
  ///
  /// - Parameters:
  ///   - name: The variable's name. If it is `nil`, the result contains only what is true of every
  ///     variable that the code captures.
  ///   - line: The line on which the closure or the nested function starts.
  /// - Complexity: O(*n* · *b*) for *n* tokens and *b* blocks around the closure.
  static func capture(
    of name: String?, byCodeOnLine line: Int, in tokens: SourceTokens
  ) -> ObjectGraph.Reference.Capture? {
    guard let name else {
      return blocks(onLine: line, in: tokens).lazy
        .compactMap { tokens.nestedFunction(usedInBlockAt: $0) }.first
        .map { ObjectGraph.Reference.Capture(nestedFunction: $0) }
    }
    guard let start = start(ofCodeUsing: name, onLine: line, in: tokens) else { return nil }
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
  ///
  /// - Parameter line: The line on which the closure or the nested function starts.
  static func valueType(
    of name: String, byCodeOnLine line: Int, in tokens: SourceTokens
  ) -> SourceTokens.ValueType? {
    guard let start = start(ofCodeUsing: name, onLine: line, in: tokens) else { return nil }
    let list = captureList(ofClosureAt: start, in: tokens)
    // In a capture list, the variable may have a value of its own.
    let hasValue = list.dropLast().contains {
      tokens[$0].text == name && tokens[$0 + 1].gap.hasPrefix("=")
    }
    return hasValue ? nil : tokens.valueType(of: name, visibleAt: start)
  }

  /// Returns the index of the opening brace of the last block on a line that uses a name. If none
  /// uses the name, returns that of the last block on the line.
  private static func start(
    ofCodeUsing name: String, onLine line: Int, in tokens: SourceTokens
  ) -> Int? {
    let starts = blocks(onLine: line, in: tokens)
    let naming = starts.last { tokens.block(at: $0).contains { tokens[$0].text == name } }
    return naming ?? starts.last
  }

  /// Returns the indices of the opening braces on a line.
  private static func blocks(onLine line: Int, in tokens: SourceTokens) -> [Int] {
    tokens.indices.filter { tokens[$0].line == line && tokens[$0].text == "{" }
  }
}
