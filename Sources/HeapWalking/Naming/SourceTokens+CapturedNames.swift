/// The variables that closures capture, in order.
extension SourceTokens {
  /// Returns the names of the variables that a closure captures. The compiler stores captures in
  /// the order in which the closure first uses them. Returns `nil` if the closure uses a nested
  /// function, which has captures of its own.
  ///
  /// The result does not contain `self` if the closure uses it only implicitly. A nested function,
  /// and a closure whose capture list contains `self`, may use `self` implicitly before they use
  /// other variables. If so, the order is unknown, and the result is `nil`.
  ///
  /// - Parameter start: The index of the opening brace of the closure or nested function.
  /// - Complexity: O(*n* · *w*) for *n* tokens of the file and *w* words of the closure.
  func captures(ofClosureAt start: Int) -> [String]? {
    guard nestedFunction(usedInBlockAt: start) == nil else { return nil }
    let list = SourceDeclarations.captureList(ofClosureAt: start, in: self)
    let listed = Set(list.split { self[$0].text == "," }.compactMap(nameOfEntry))
    let block = block(at: start)
    let function = introducer(ofBlockAt: start)
    let first = function ?? start
    var names: [String] = []
    for index in max(start + 1, list.upperBound)..<block.upperBound where isUse(index) {
      let name = self[index].text == "super" ? "self" : self[index].text
      guard !names.contains(name) else { continue }
      let declared = localDeclaration(of: name, visibleAt: visibleStart(of: index))
      if declared.map({ $0 > first }) ?? false { continue }
      if name == "self" || listed.contains(name) || declared.map(isLocal) ?? false {
        names.append(name)
      }
    }
    // With `self` in the list, the first use of `self` may be implicit.
    let canBeImplicit = listed.contains("self") && !list.contains { self[$0].text == "weak" }
    if canBeImplicit, names.contains(where: { $0 != "self" }) { return nil }
    let isImplicitFirst = function != nil && (names.firstIndex(of: "self") ?? 0) > 0
    return isImplicitFirst ? nil : names
  }

  /// Returns the name of an entry of a capture list, such as `view` for `weak view = self.view`.
  private func nameOfEntry(_ entry: Range<Int>) -> String? {
    let modifiers = ["weak", "unowned", "safe", "unsafe", "(", ")"]
    return entry.first { !modifiers.contains(self[$0].text) }.map { self[$0].text }
  }

  /// Returns whether a token is a name that may denote an existing variable, and not a member, a
  /// label or a new variable.
  private func isUse(_ index: Int) -> Bool {
    let token = self[index]
    let previous = self[index - 1].text
    guard let first = token.text.first, first.isLowercase || first == "_",
      !["nil", "true", "false"].contains(token.text), !isLoopVariable(index)
    else { return false }
    let isRange = previous == "." && (self[index - 2].text == "." || token.gap != "")
    if previous == ".", !isRange { return false }
    let next = index + 1 < count ? self[index + 1] : SourceTokens.Token(text: "", line: 0)
    if next.text == ":", ["(", ","].contains(previous) { return false }
    guard let keyword = keyword(introducing: index) else { return true }
    // `if let name {` uses an existing variable, and declares another one with the same name.
    return keyword == index - 1 && next.text != ":" && !next.gap.contains("=")
      && ["if", "guard", "while", ","].contains(self[keyword - 1].text)
  }

  /// Returns whether a token is between the words `for` and `in` of a loop.
  private func isLoopVariable(_ index: Int) -> Bool {
    let before = (0..<index).reversed().prefix { !["in", "{", "}"].contains(self[$0].text) }
    return before.contains { self[$0].text == "for" && self[$0 + 1].text != ":" }
  }

  /// Returns the index that a declaration must precede in order to be visible to a use. A variable
  /// is not visible in its own initial value: `let name = name`.
  private func visibleStart(of index: Int) -> Int {
    let isOwnValue = self[index - 1].text == self[index].text && self[index].gap.contains("=")
    return isOwnValue ? index - 1 : index
  }

  /// Returns whether the declaration of a variable is in a function. A property is declared
  /// directly in a type, and a global variable in no block.
  private func isLocal(_ declaration: Int) -> Bool {
    guard keyword(introducing: declaration) != nil else { return true }
    guard let block = enclosingBlocks(of: declaration).first else { return false }
    return introducer(ofBlockAt: block).map { !Self.typeKeywords.contains(self[$0].text) } ?? true
  }
}
