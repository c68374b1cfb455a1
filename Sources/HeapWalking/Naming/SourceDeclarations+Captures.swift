internal import OwnershipGraph

extension SourceDeclarations {
  /// Returns what a source file shows about a variable that a closure or a nested function
  /// captures; `nil` if the file shows nothing.
  ///
  /// - Parameter line: The line on which the closure or the nested function starts.
  /// - Complexity: O(*n* · *b*) for *n* tokens and *b* blocks around the closure.
  static func capture(
    of name: String, byCodeOnLine line: Int, in tokens: SourceTokens
  ) -> ObjectGraph.Reference.Capture? {
    let starts = tokens.indices.filter { tokens[$0].line == line && tokens[$0].text == "{" }
    let naming = starts.last { tokens.block(at: $0).contains { tokens[$0].text == name } }
    guard let start = naming ?? starts.last else { return nil }
    let usesSuper =
      name == "self" && tokens.block(at: start).contains { tokens[$0].text == "super" }
    let capture = ObjectGraph.Reference.Capture(
      value: tokens.value(of: name, in: captureList(ofClosureAt: start, in: tokens)),
      canBeWeak: tokens.isOfUnrestrictedType(name, at: start) ? false : nil,
      usesSuper: usesSuper ? true : nil,
      nestedFunction: tokens.nestedFunction(usedInBlockAt: start))
    return capture == ObjectGraph.Reference.Capture() ? nil : capture
  }
}
