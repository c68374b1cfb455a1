extension SourceTokens {
  /// A method that is used as a value.
  struct MethodUse: Hashable {
    var name: String
    /// The variable whose method is used, such as `helper` for `helper.show` or `row` for
    /// `Row.toggle(row)`; `self` if only the method's name is written; `nil` if another expression
    /// precedes the name.
    var receiver: String?
  }

  /// Returns the method that is used as a value on a line; `nil` if there is none or more than one.
  /// Only methods that the file declares are found.
  ///
  /// - Complexity: O(tokens of the file · tokens of the line).
  func methodUsed(onLine line: Int) -> MethodUse? {
    let uses = Set(indices.filter { self[$0].line == line }.compactMap(methodUse))
    return uses.count == 1 ? uses.first : nil
  }

  /// Returns the line on which a block uses a method as a value; `nil` if the block does not
  /// contain exactly one such line.
  ///
  /// - Parameter brace: The index of the block's opening brace.
  /// - Complexity: O(tokens of the file · tokens of the block).
  func lineOfMethodUsed(inBlockAt brace: Int) -> Int? {
    let lines = Set(block(at: brace).lazy.filter { methodUse(at: $0) != nil }.map { self[$0].line })
    return lines.count == 1 ? lines.first : nil
  }

  private func methodUse(at index: Int) -> MethodUse? {
    let name = self[index].text
    guard isName(name), declaresMethod(name) else { return nil }
    if let receiver = receiverOfUnboundMethod(at: index) {
      return MethodUse(name: name, receiver: receiver)
    }
    guard !isUsedOtherwise(index) else { return nil }
    guard index > 0, self[index - 1].text == "." else {
      return index > 0 && self[index - 1].text == "func"
        ? nil : MethodUse(name: name, receiver: "self")
    }
    let isVariable =
      index > 1 && isName(self[index - 2].text) && (index < 3 || self[index - 3].text != ".")
    return MethodUse(name: name, receiver: isVariable ? self[index - 2].text : nil)
  }

  /// Returns the variable to which a method of a type is applied, such as `row` for
  /// `Row.toggle(row)`. Returns `nil` for any other expression.
  private func receiverOfUnboundMethod(at index: Int) -> String? {
    guard index > 1, index + 3 < count, self[index - 1].text == ".",
      self[index - 2].text.first?.isUppercase == true, self[index + 1].text == "(",
      self[index + 1].gap.isEmpty, isName(self[index + 2].text), self[index + 3].text == ")",
      self[index + 3].gap.isEmpty
    else { return nil }
    return self[index + 2].text
  }

  /// Returns whether the source after a name shows that the name does not denote a method that is
  /// used as a value. This is the case if the name is called, is followed by a member, a closure or
  /// an assignment, or is a label.
  private func isUsedOtherwise(_ index: Int) -> Bool {
    guard index + 1 < count else { return false }
    let next = self[index + 1]
    if next.text == "(" && next.gap.isEmpty { return !isArgumentLabels(startingAt: index + 1) }
    if [".", ":"].contains(next.text) && next.gap.isEmpty { return true }
    let isSameLine = next.line == self[index].line
    return isSameLine && (next.text == "{" || next.gap == "=")
  }

  /// Returns whether the parentheses that open at a token contain only argument labels, as in
  /// `show(_:animated:)`.
  private func isArgumentLabels(startingAt start: Int) -> Bool {
    var index = start + 1
    while index + 1 < count, isName(self[index].text), self[index + 1].text == ":" { index += 2 }
    return index > start + 1 && index < count && self[index].text == ")"
  }

  private func declaresMethod(_ name: String) -> Bool {
    indices.dropLast().contains { self[$0].text == "func" && self[$0 + 1].text == name }
  }

  private func isName(_ text: String) -> Bool {
    text.first.map { $0.isLetter || $0 == "_" } ?? false
  }
}
