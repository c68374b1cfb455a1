/// The types that the source states for variables.
extension SourceTokens {
  /// The type that a declaration states for a variable.
  struct StatedType: Hashable {
    enum Origin {
      /// The declaration contains the type.
      case annotation
      /// The initial value is the result of an initializer, or a case of an enumeration.
      case creation
      /// The initial value is the result of a function that the file declares.
      case result
    }

    /// `some` or `any`; `nil` if the type has no such keyword.
    var keyword: String?
    /// The name of the type, or the names that `&` joins. A name with periods is represented by its
    /// last component.
    var names: [String]
    var origin: Origin
  }

  /// A type that may be a structure or an enumeration.
  struct ValueType: Hashable {
    /// The last component of the name.
    var name: String
    /// A Boolean value indicating whether the type is certainly a structure or an enumeration if
    /// neither the class of the captured object nor one of its superclasses has this name.
    var isCertain: Bool
  }

  /// Returns the type of a variable if it may be a structure or an enumeration; `nil` for other
  /// types, and if the source does not state the type.
  ///
  /// - Parameter start: The index of the opening brace of a closure that uses the variable.
  func valueType(of name: String, visibleAt start: Int) -> ValueType? {
    guard name != "self", let variable = localDeclaration(of: name, visibleAt: start),
      let stated = statedType(ofVariableAt: variable, before: start), stated.keyword == nil,
      stated.names.count == 1, let type = stated.names.first,
      constraints(ofParameter: type, visibleAt: start) == nil,
      !declares(["typealias", "associatedtype", "protocol"], type)
    else { return nil }
    let isDeclared = declares(["struct", "enum"], type) && !declares(["class", "actor"], type)
    return ValueType(name: type, isCertain: isDeclared || stated.origin == .creation)
  }

  /// Returns whether the file declares properties with the given name, and all of them are private.
  func isPrivate(_ property: String) -> Bool {
    let declarations = indices.dropFirst(2).filter { index in
      guard self[index].text == property, ["var", "let"].contains(self[index - 1].text),
        let block = enclosingBlocks(of: index).first, let keyword = introducer(ofBlockAt: block)
      else { return false }
      return Self.typeKeywords.contains(self[keyword].text)
    }
    return !declarations.isEmpty
      && declarations.allSatisfy { name in
        // `private(set)` restricts only the setter.
        modifiers(before: name - 1).contains {
          self[$0].text == "private" && self[$0 + 1].text != "("
        }
      }
  }

  /// Returns the type that the source states for a variable; `nil` if it states none.
  ///
  /// - Parameters:
  ///   - variable: The index of the variable's name in its declaration.
  ///   - end: The index before which the type must start.
  func statedType(ofVariableAt variable: Int, before end: Int) -> StatedType? {
    guard variable + 2 < end else { return nil }
    if self[variable + 1].text == ":" { return type(at: variable + 2, .annotation) }
    guard self[variable + 1].gap == "=" else { return nil }
    return (variable + 1..<end).first { !["try", "await"].contains(self[$0].text) }
      .flatMap(typeOfValue(at:))
  }

  private static let parameterModifiers: Set = [
    "inout", "borrowing", "consuming", "sending", "isolated",
  ]

  /// Returns the type whose name starts at a token. Types that are not names, such as functions,
  /// tuples and arrays, are not recognized.
  private func type(at start: Int, _ origin: StatedType.Origin) -> StatedType? {
    var position = start
    while position < count, Self.parameterModifiers.contains(self[position].text) { position += 1 }
    guard position < count, !self[position].gap.contains("@") else { return nil }
    var type = StatedType(names: [], origin: origin)
    if ["some", "any"].contains(self[position].text) {
      type.keyword = self[position].text
      position += 1
    }
    while position < count, isWord(position) {
      let path = path(at: position)
      type.names.append(self[path.last].text)
      position = path.end
      guard position < count, self[position].gap.hasSuffix("&") else { break }
    }
    return type.names.isEmpty ? nil : type
  }

  /// Returns the type of a value that starts at a token. The value must be a call and nothing else.
  private func typeOfValue(at start: Int) -> StatedType? {
    guard isWord(start) else { return nil }
    let (last, open) = path(at: start)
    guard open < count, self[open].text == "(", self[open].gap.allSatisfy({ $0 == ">" }) else {
      return nil
    }
    let end = endOfParentheses(at: open)
    if end < count {
      let isContinued =
        [".", "as", "(", "[", "{"].contains(self[end].text)
        || self[end].gap.contains { "?!&|=<>+-*/%".contains($0) }
      if isContinued { return nil }
    }
    let name = self[last].text
    if name != "Self", name.first(where: { $0 != "_" })?.isUppercase == true {
      return StatedType(names: [name], origin: .creation)
    }
    if last == start + 2, declares(["enum"], self[start].text), !declares(["func"], name) {
      return StatedType(names: [self[start].text], origin: .creation)
    }
    return resultType(ofFunctionNamed: name)
  }

  /// Returns the result type that all functions with the given name in the file have; `nil` if
  /// there are none or the result types differ.
  private func resultType(ofFunctionNamed name: String) -> StatedType? {
    let types = indices.dropLast()
      .filter { self[$0].text == "func" && self[$0 + 1].text == name }
      .map(resultType(ofFunctionAt:))
    guard let type = types.first, types.allSatisfy({ $0 == type }) else { return nil }
    return type
  }

  private func resultType(ofFunctionAt keyword: Int) -> StatedType? {
    guard let open = (keyword + 2..<count).first(where: { self[$0].text == "(" }) else {
      return nil
    }
    let header = (endOfParentheses(at: open)..<count).prefix {
      !["{", "}", "func"].contains(self[$0].text)
    }
    return header.first { self[$0].gap == "->" }.flatMap { type(at: $0, .result) }
  }

  /// Returns the index of the last component of a name with periods, and the index of the first
  /// token after the name and its generic arguments.
  private func path(at start: Int) -> (last: Int, end: Int) {
    var last = start
    var end = endOfArguments(after: last)
    // After `=`, a period starts a value: `let choice: Choice = .none`.
    while end + 1 < count, self[end].text == ".", !self[end].gap.contains("="), isWord(end + 1) {
      last = end + 1
      end = endOfArguments(after: last)
    }
    return (last, end)
  }

  /// Returns the index of the first token after a name and its generic arguments, if any.
  private func endOfArguments(after name: Int) -> Int {
    var open = 0
    for index in name + 1..<count {
      open += self[index].gap.count { $0 == "<" } - self[index].gap.count { $0 == ">" }
      if open <= 0 { return index }
    }
    return count
  }

  private func endOfParentheses(at start: Int) -> Int {
    var open = 0
    for index in start..<count {
      if self[index].text == "(" { open += 1 }
      if self[index].text == ")" { open -= 1 }
      if open == 0 { return index + 1 }
    }
    return count
  }

  private func isWord(_ index: Int) -> Bool {
    self[index].text.first.map { $0.isLetter || $0 == "_" } ?? false
  }

  /// Returns whether the file declares a name with one of the given keywords.
  private func declares(_ keywords: Set<String>, _ name: String) -> Bool {
    indices.dropLast().contains {
      keywords.contains(self[$0].text) && self[$0 + 1].text == name
    }
  }
}
