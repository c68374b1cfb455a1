/// A parser for types in the form in which the demangler prints them.
///
/// Text that cannot be parsed completely is rejected. Source of the grammar: `NodePrinter.cpp` in
/// the Swift repository.
struct TypeExpressionParser {
  private(set) var rest: Substring

  init(_ text: Substring) { rest = text }

  /// Skips the generic signature that precedes a type in a generic context.
  mutating func skipSignature() {
    if rest.first == "<", let end = Self.end(of: rest) { rest = rest[end...] }
  }

  mutating func parseType() -> TypeExpression? {
    guard let first = parseOperand() else { return nil }
    guard rest.hasPrefix(" & ") else { return first }
    var members = [first]
    while take(" & ") {
      guard let member = parseOperand() else { return nil }
      members.append(member)
    }
    return .composition(members)
  }

  private mutating func parseOperand() -> TypeExpression? {
    let attributes = parseAttributes()
    let isConstrained = take("any ")
    switch rest.first {
    case "(" where !rest.hasPrefix("(extension in "): return parseParentheses(attributes)
    case let first? where first.isNumber || first == "-":
      let digits = rest.prefix { $0.isNumber || $0 == "-" }
      rest = rest.dropFirst(digits.count)
      return Int(digits).map(TypeExpression.number)
    case nil: return nil
    default: break
    }
    if rest.hasPrefix("Pack{"), let end = Self.end(of: rest.dropFirst(4)) {
      let elements = rest[rest.index(rest.startIndex, offsetBy: 5)..<rest.index(before: end)]
      rest = rest[end...]
      return Self.list(elements).map(TypeExpression.pack)
    }
    guard let type = parseNominal(isConstrained: isConstrained) else { return nil }
    return isConstrained ? .composition([type]) : type
  }

  /// Removes attributes such as `@Sendable` and `@convention(block)`, and returns them as one text.
  private mutating func parseAttributes() -> Substring {
    let start = rest
    while rest.first == "@" || rest.hasPrefix("nonisolated(nonsending) ") {
      rest = rest.drop { $0 != " " }.dropFirst()
    }
    return start[..<rest.startIndex]
  }

  private mutating func take(_ prefix: String) -> Bool {
    guard rest.hasPrefix(prefix) else { return false }
    rest = rest.dropFirst(prefix.count)
    return true
  }

  /// Returns the elements of a list, given the text between the brackets; `nil` if an element
  /// cannot be parsed.
  private static func list(_ text: Substring) -> [TypeExpression]? {
    var parser = TypeExpressionParser(text)
    var elements: [TypeExpression] = []
    while !parser.rest.isEmpty {
      parser.skipLabel()
      guard let element = parser.parseType(), parser.takeSeparator() else { return nil }
      elements.append(element)
    }
    return elements
  }

  /// Skips the label of a tuple's element.
  private mutating func skipLabel() {
    guard let end = rest.firstIndex(of: ":"), rest[..<end].allSatisfy(\.isNameCharacter) else {
      return
    }
    rest = rest[rest.index(after: end)...].drop { $0 == " " }
  }

  /// Removes the `, ` after an element, if there is one. Returns `false` if anything else follows
  /// the element, or if nothing follows the `, `.
  private mutating func takeSeparator() -> Bool {
    guard rest.first == "," else { return rest.isEmpty }
    rest = rest.dropFirst().drop { $0 == " " }
    return !rest.isEmpty
  }

  /// Returns the end of the bracketed part that `text` starts with; `nil` if a bracket is not
  /// closed. The `>` of an arrow is not a bracket.
  private static func end(of text: Substring) -> String.Index? {
    var depth = 0
    var previous: Character = " "
    for index in text.indices {
      let character = text[index]
      if "(<[{".contains(character) { depth += 1 }
      if ")]}".contains(character) || character == ">" && previous != "-" { depth -= 1 }
      if depth == 0 { return text.index(after: index) }
      previous = character
    }
    return nil
  }
}

// Tuples and functions.
extension TypeExpressionParser {
  private mutating func parseParentheses(_ attributes: Substring) -> TypeExpression? {
    guard let end = Self.end(of: rest) else { return nil }
    let inner = rest[rest.index(after: rest.startIndex)..<rest.index(before: end)]
    rest = rest[end...]
    if rest.hasPrefix(" & ") || rest.isEmpty || rest.first != " " {
      guard let elements = Self.list(inner) else { return nil }
      let type = elements.count == 1 ? elements[0] : TypeExpression.tuple(elements)
      return take(".Type") || take(".Protocol") ? .metatype(type) : type
    }
    guard rest.contains("->") else { return nil }
    skipResult()
    if attributes.contains("@convention(block)") { return .block }
    return attributes.contains("@convention(") ? .codePointer : .function
  }

  /// Skips the result of a function type. The result extends to the end of the function type, which
  /// is a complete generic argument or list element.
  private mutating func skipResult() {
    while let next = rest.first, !",)}".contains(next) {
      if take("->") { continue }
      if next == ">" { break }
      rest = "(<[{".contains(next) ? Self.end(of: rest).map { rest[$0...] } ?? "" : rest.dropFirst()
    }
  }
}

// Names.
extension TypeExpressionParser {
  private mutating func parseNominal(isConstrained: Bool) -> TypeExpression? {
    var name = ""
    var arguments: [TypeExpression] = []
    while let first = rest.first, !",>)}".contains(first), !rest.hasPrefix(" & ") {
      if rest.hasPrefix(" #") {
        // The function that contains a local type is printed after the name of the type.
        let start = rest
        skipResult()
        name += start[..<rest.startIndex]
      } else if first == "(" {
        guard let context = parseContextInParentheses() else { return nil }
        name += context
      } else if first == "<" {
        guard let end = Self.end(of: rest) else { return nil }
        let text = rest[..<end]
        rest = rest[end...]
        if isConstrained { continue }
        if Self.isSignature(text) {
          // The signature of an extension is part of the name.
          name += text
        } else {
          guard let list = Self.list(text.dropFirst().dropLast()), !list.isEmpty else {
            return nil
          }
          arguments += list
        }
      } else {
        guard first == "." || first.isNameCharacter else { return nil }
        name.append(first)
        rest.removeFirst()
      }
    }
    return Self.type(named: name, arguments)
  }

  /// Returns whether a text in `<>` contains requirements, and therefore is a signature rather than
  /// a list of arguments.
  private static func isSignature(_ text: Substring) -> Bool {
    var parser = TypeExpressionParser(text.dropFirst().dropLast())
    while parser.parseType() != nil, parser.takeSeparator() {}
    return parser.rest.hasPrefix(" where ")
  }

  /// Parses a private name with its file's discriminator, or `(extension in M):`.
  private mutating func parseContextInParentheses() -> Substring? {
    guard let end = Self.end(of: rest) else { return nil }
    let context = rest[..<end]
    rest = rest[end...]
    if context.contains(" in _") { return context }
    guard context.hasPrefix("(extension in "), take(":") else { return nil }
    return context + ":"
  }

  private static func type(named name: String, _ arguments: [TypeExpression]) -> TypeExpression? {
    if name == "Any" { return .composition([]) }
    if let parameter = GenericParameter(printed: name) { return .parameter(parameter) }
    for suffix in [".Type", ".Protocol"] where name.hasSuffix(suffix) {
      return type(named: String(name.dropLast(suffix.count)), arguments).map {
        TypeExpression.metatype($0)
      }
    }
    return name.contains(".") ? .nominal(name: name, arguments: arguments) : nil
  }
}

extension GenericParameter {
  /// Creates a parameter from the form in which the demangler prints it: a letter for the index,
  /// then the depth unless it is 0.
  fileprivate init?(printed text: String) {
    guard let letter = text.utf8.first, (0x41...0x5A).contains(letter) else { return nil }
    let digits = text.dropFirst()
    guard let depth = digits.isEmpty ? 0 : Int(digits) else { return nil }
    self.init(depth: depth, index: Int(letter) - 0x41)
  }
}

extension Character {
  fileprivate var isNameCharacter: Bool { isLetter || isNumber || self == "_" || self == "$" }
}
