/// The types and values of captured variables, and the nested functions that closures use.
extension SourceTokens {
  /// Returns the value of a variable in a capture list, such as `self` for `[screen = self]`.
  /// Returns `nil` if the list contains no value for the variable, or if the value is not a name or
  /// a path of names.
  func value(of name: String, in captureList: Range<Int>) -> String? {
    for entry in captureList.split(whereSeparator: { self[$0].text == "," }) {
      let words = entry.map { self[$0].text }
      guard words.first == name, words.count.isMultiple(of: 2) else { continue }
      let value = words.dropFirst()
      let isPath = value.enumerated().allSatisfy { offset, word in
        offset.isMultiple(of: 2) ? word.first?.isLetter == true || word.first == "_" : word == "."
      }
      return isPath ? value.joined() : nil
    }
    return nil
  }

  /// Returns whether the declared type of a variable is a generic parameter, an associated type or
  /// a protocol that is not restricted to classes. A protocol that the file does not declare counts
  /// as restricted, unless it follows `some` or is the constraint of a generic parameter.
  ///
  /// - Parameter start: The index of the opening brace of a closure that uses the variable.
  func hasUnrestrictedType(_ name: String, at start: Int) -> Bool {
    if name == "self" { return isInExtensionOfUnrestrictedProtocol(start) }
    guard let type = type(ofVariable: name, visibleAt: start) else { return false }
    if type.keyword == "some" { return !type.names.contains(where: isRestricted) }
    if type.keyword == nil, type.origin == .annotation, type.names.count == 1,
      let constraints = constraints(ofParameter: type.names[0], visibleAt: start)
    {
      return !constraints.contains(where: isRestricted)
    }
    return type.names.allSatisfy { isUnrestrictedProtocol($0) || isUnrestrictedAssociatedType($0) }
  }

  /// Returns the type that the source states for a local variable or, if there is no such variable,
  /// for a property. If the source states no type for the local variable, but its initial value is
  /// another variable or a property, returns the type of the latter.
  private func type(ofVariable name: String, visibleAt start: Int) -> StatedType? {
    guard let variable = localDeclaration(of: name, visibleAt: start) else {
      return property(name, visibleAt: start)
        .flatMap { statedType(ofVariableAt: $0, before: count) }
    }
    if let type = statedType(ofVariableAt: variable, before: start) { return type }
    guard let value = nameAssigned(toVariableAt: variable), value != name else { return nil }
    return type(ofVariable: value, visibleAt: variable)
  }

  /// Returns the name that is the whole initial value of a variable, without `self.`; `nil` if the
  /// value is another expression.
  private func nameAssigned(toVariableAt variable: Int) -> String? {
    guard variable + 1 < count, self[variable + 1].gap == "=" else { return nil }
    var value = variable + 1
    if value + 2 < count, self[value].text == "self", self[value + 1].text == "." { value += 2 }
    guard value + 1 < count else { return self[value].text }
    let next = self[value + 1]
    let isWhole =
      next.gap == ";"
      || next.gap.isEmpty && (next.text == "," || next.line > self[value].line && next.text != ".")
    return isWhole ? self[value].text : nil
  }

  /// Returns the index of a property's name in its declaration. Of the types around `index` that
  /// declare such a property, the innermost one is used.
  private func property(_ name: String, visibleAt index: Int) -> Int? {
    enclosingBlocks(of: index).lazy.compactMap { introducer(ofBlockAt: $0) }
      .filter { Self.typeKeywords.contains(self[$0].text) }
      .compactMap { storedProperty(name, ofTypeAt: $0) }.first
  }

  /// Returns whether a name denotes an associated type that the file declares, and that no
  /// declaration of the file restricts to classes.
  private func isUnrestrictedAssociatedType(_ name: String) -> Bool {
    let declarations = indices.dropLast().filter {
      self[$0].text == "associatedtype" && self[$0 + 1].text == name
    }
    return !declarations.isEmpty
      && declarations.allSatisfy { index in
        guard index + 3 < count, self[index + 2].text == ":" else { return true }
        return constraints(startingAt: index + 3).allSatisfy {
          !isRestricted(self[$0].text) && isUnrestricted(constraint: $0)
        }
      }
  }

  /// Returns the indices of the names in a list of constraints, such as `Sendable, AnyObject` or
  /// `Sendable & AnyObject`.
  private func constraints(startingAt start: Int) -> [Int] {
    var found = [start]
    var next = start + 1
    while next + 1 < count {
      if self[next].text == "," {
        found.append(next + 1)
        next += 2
      } else if self[next].gap == "&" {
        found.append(next)
        next += 1
      } else {
        break
      }
    }
    return found
  }

  private func isUnrestricted(constraint index: Int) -> Bool {
    Self.protocolsOfValues.contains(self[index].text) || isUnrestrictedProtocol(self[index].text)
  }

  private func isInExtensionOfUnrestrictedProtocol(_ index: Int) -> Bool {
    for block in enclosingBlocks(of: index) {
      guard let keyword = introducer(ofBlockAt: block) else { continue }
      // Not only the extension but also a function in it may restrict the type.
      if restrictsSelf(in: keyword..<block) { return false }
      guard Self.typeKeywords.contains(self[keyword].text) else { continue }
      return self[keyword].text == "extension" && isUnrestrictedProtocol(self[keyword + 1].text)
    }
    return false
  }

  /// Returns whether a header contains a requirement such as `Self: AnyObject`, or
  /// `Self == Screen`. A type that the file does not declare counts as a class.
  private func restrictsSelf(in header: Range<Int>) -> Bool {
    Self.requirements(of: "Self", inHeader: header.map { self[$0].text }).joined().contains {
      word in
      word.first?.isLetter == true && !Self.protocolsOfValues.contains(word)
        && !isUnrestrictedProtocol(word)
    }
  }

  /// Returns the requirements of a type in the `where` clause of a header, without the type's name:
  /// `: AnyObject`. Requirements of associated types are not included.
  private static func requirements(
    of name: String, inHeader header: [String]
  ) -> [ArraySlice<String>] {
    header.drop { $0 != "where" }.dropFirst().split(separator: ",")
      .filter { $0.first == name && $0.dropFirst().first != "." }.map { $0.dropFirst() }
  }

  /// Returns whether a name denotes `AnyObject`, a class that the file declares, or a protocol that
  /// the file declares and restricts to classes.
  private func isRestricted(_ name: String) -> Bool {
    if name == "AnyObject" { return true }
    return indices.dropLast().contains { index in
      guard self[index + 1].text == name else { return false }
      return ["class", "actor"].contains(self[index].text)
        || self[index].text == "protocol" && isClassProtocol(at: index)
    }
  }

  /// Protocols of the standard library that are not restricted to classes.
  private static let protocolsOfValues: Set = [
    "Sendable", "Equatable", "Hashable", "Comparable", "Identifiable", "Codable", "Encodable",
    "Decodable", "CustomStringConvertible", "CustomDebugStringConvertible", "Error",
  ]

  private func isUnrestrictedProtocol(_ name: String) -> Bool {
    if name == "Any" { return true }
    return indices.dropLast().contains { index in
      self[index].text == "protocol" && self[index + 1].text == name && !isClassProtocol(at: index)
    }
  }

  /// Returns whether the protocol declared at an index is restricted to classes. The result is
  /// `true` if the protocol inherits from one that is neither in ``protocolsOfValues`` nor declared
  /// earlier in the file, because the inherited protocol may be restricted.
  private func isClassProtocol(at keyword: Int) -> Bool {
    let header = (keyword + 2..<count).prefix { self[$0].text != "{" }
    return header.contains { index in
      let name = self[index].text
      guard ![":", ",", ".", "where"].contains(name), !Self.protocolsOfValues.contains(name)
      else { return false }
      return !indices.dropLast().contains {
        $0 < keyword && self[$0].text == "protocol" && self[$0 + 1].text == name
          && !isClassProtocol(at: $0)
      }
    }
  }

  /// Returns the words of a generic parameter's constraints; `nil` if no declaration around an
  /// index has such a parameter.
  func constraints(ofParameter name: String, visibleAt index: Int) -> [String]? {
    for block in enclosingBlocks(of: index) {
      guard let keyword = introducer(ofBlockAt: block) else { continue }
      let isInitializer = ["init", "subscript"].contains(self[keyword].text)
      let header = (keyword + (isInitializer ? 1 : 2)..<max(block, keyword + 2)).map {
        self[$0].text
      }
      let isType = Self.typeKeywords.contains(self[keyword].text)
      if let found = Self.constraints(ofParameter: name, inHeader: header, isType: isType) {
        return found
      }
    }
    return nil
  }

  private static func constraints(
    ofParameter name: String, inHeader header: [String], isType: Bool
  ) -> [String]? {
    let parameters = header.prefix { !["(", "{", "where"].contains($0) }
      .split(separator: ",", omittingEmptySubsequences: false)
    // The tokens contain no angle brackets. In the header of a type, the entries after a colon may
    // be types from which the type inherits.
    let listed = parameters.enumerated().first { offset, entry in
      entry.first == name && (!isType || !parameters[..<offset].joined().contains(":"))
    }
    guard let entry = listed?.element else { return nil }
    let requirements = requirements(of: name, inHeader: header).filter { $0.first == ":" }
    return (Array(entry.dropFirst()) + requirements.joined()).filter { $0 != ":" }
  }

  /// Returns the name of a nested function that a block uses and that is declared in one of the
  /// blocks around it; `nil` if there is none.
  ///
  /// - Parameter start: The index of the block's opening brace.
  func nestedFunction(usedInBlockAt start: Int) -> String? {
    let own = function(withBlockAt: start)
    let body = block(at: start)
    for outer in enclosingBlocks(of: start) {
      if let keyword = introducer(ofBlockAt: outer), Self.typeKeywords.contains(self[keyword].text)
      {
        return nil
      }
      let nested = functions(declaredInBlockAt: outer).filter { $0 != own }
      let use = body.first {
        nested.contains(self[$0].text) && ![".", "func"].contains(self[$0 - 1].text)
      }
      if let use { return self[use].text }
    }
    return nil
  }

  /// Returns whether a block is the body of a function that uses its own name.
  func usesItself(functionWithBlockAt start: Int) -> Bool {
    guard let name = function(withBlockAt: start) else { return false }
    return block(at: start).contains { self[$0].text == name && self[$0 - 1].text != "." }
  }

  /// Returns the name of the function whose body is a block; `nil` for other blocks.
  private func function(withBlockAt start: Int) -> String? {
    introducer(ofBlockAt: start).flatMap { self[$0].text == "func" ? self[$0 + 1].text : nil }
  }

  /// Returns the names of the functions that are declared directly in a block.
  private func functions(declaredInBlockAt start: Int) -> Set<String> {
    var names = Set<String>()
    var depth = 0
    for index in block(at: start).dropLast() {
      switch self[index].text {
      case "{": depth += 1
      case "}": depth -= 1
      case "func" where depth == 1: names.insert(self[index + 1].text)
      default: break
      }
    }
    return names
  }

  static let typeKeywords: Set = [
    "class", "struct", "enum", "actor", "extension", "protocol",
  ]

  /// Returns the indices of the opening braces of all blocks around an index, innermost first.
  func enclosingBlocks(of index: Int) -> [Int] {
    var closed = 0
    var found: [Int] = []
    for position in (0..<index).reversed() {
      switch self[position].text {
      case "}": closed += 1
      case "{" where closed > 0: closed -= 1
      case "{": found.append(position)
      default: break
      }
    }
    return found
  }

  /// Returns the index of the keyword of the function or type whose body is a block; `nil` for
  /// other blocks, such as closures.
  func introducer(ofBlockAt block: Int) -> Int? {
    let header = (0..<block).reversed().prefix { !["{", "}"].contains(self[$0].text) }
    return header.first { index in
      let isKeyword =
        ["func", "init", "subscript"].contains(self[index].text)
        || Self.typeKeywords.contains(self[index].text)
      return isKeyword && self[index + 1].text != ":"
        && (index == 0 || self[index - 1].text != ".")
    }
  }
}
