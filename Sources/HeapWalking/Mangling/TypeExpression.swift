/// A type as the demangler writes it out: `Swift.Optional<M.(Private in _1F)<Swift.Int>>`.
///
/// A mangled name says most things once and then refers back, so a part of it cannot be
/// looked up alone; of the written-out form every part can. Only what can be taken apart
/// without doubt is: a name, its arguments, tuples and functions.
indirect enum TypeExpression: Equatable {
  /// The generic arguments of all contexts, outermost first.
  case nominal(name: String, arguments: [TypeExpression])
  case tuple([TypeExpression])
  case function
  case number(Int)
  /// `A`, `B`, … for the parameters of the outermost generic context.
  case parameter(Int)

  /// - Parameter text: A demangled type, perhaps after a generic signature in `<>`.
  init?(_ text: String) {
    var rest = text[...]
    if rest.first == "<" {
      guard let end = Self.end(of: rest) else { return nil }
      rest = rest[end...]
    }
    guard let type = Self.parse(&rest), rest.isEmpty else { return nil }
    self = type
  }

  private static func parse(_ rest: inout Substring) -> TypeExpression? {
    while rest.first == "@" {
      rest = rest.drop { $0 != " " }.dropFirst()
    }
    switch rest.first {
    case "(": return parseParentheses(&rest)
    case let first? where first.isNumber || first == "-":
      let digits = rest.prefix { $0.isNumber || $0 == "-" }
      rest = rest.dropFirst(digits.count)
      return Int(digits).map(number)
    case nil: return nil
    default: return parseNominal(&rest)
    }
  }

  private static func parseParentheses(_ rest: inout Substring) -> TypeExpression? {
    guard let end = end(of: rest) else { return nil }
    var inner = rest[rest.index(after: rest.startIndex)..<rest.index(before: end)]
    rest = rest[end...]
    if rest.first == " " {
      guard rest.contains("->") else { return nil }
      // What a function returns reaches to the end of the argument or element it is.
      while let next = rest.first, next != ",", next != ")" {
        guard !rest.hasPrefix("->") else {
          rest = rest.dropFirst(2)
          continue
        }
        if next == ">" { break }
        rest = "(<".contains(next) ? Self.end(of: rest).map { rest[$0...] } ?? "" : rest.dropFirst()
      }
      return .function
    }
    var elements: [TypeExpression] = []
    while !inner.isEmpty {
      if let label = inner.firstIndex(of: ":"), inner[..<label].allSatisfy(\.isNameCharacter) {
        inner = inner[inner.index(after: label)...].drop { $0 == " " }
      }
      guard let element = parse(&inner), takeSeparator(&inner) else { return nil }
      elements.append(element)
    }
    return .tuple(elements)
  }

  private static func parseNominal(_ rest: inout Substring) -> TypeExpression? {
    var name = ""
    var arguments: [TypeExpression] = []
    while let first = rest.first, ",>)".contains(first) == false {
      if first == "(" {
        // A private name with its file's discriminator, which has a space in it.
        guard let end = end(of: rest), rest[..<end].contains(" in _") else { return nil }
        name += rest[..<end]
        rest = rest[end...]
      } else if first == "<" {
        guard let end = end(of: rest) else { return nil }
        var inner = rest[rest.index(after: rest.startIndex)..<rest.index(before: end)]
        rest = rest[end...]
        while !inner.isEmpty {
          guard let argument = parse(&inner), takeSeparator(&inner) else { return nil }
          arguments.append(argument)
        }
      } else {
        guard first == "." || first.isNameCharacter else { return nil }
        name.append(first)
        rest.removeFirst()
      }
    }
    if name.count == 1, let letter = name.utf8.first, (0x41...0x5A).contains(letter) {
      return .parameter(Int(letter) - 0x41)
    }
    return name.contains(".") ? .nominal(name: name, arguments: arguments) : nil
  }

  /// `, ` between parts, nothing after the last.
  private static func takeSeparator(_ rest: inout Substring) -> Bool {
    guard rest.first == "," else { return rest.isEmpty }
    rest = rest.dropFirst().drop { $0 == " " }
    return !rest.isEmpty
  }

  /// The end of the part in brackets that `text` starts with; the `>` of an arrow is none.
  private static func end(of text: Substring) -> String.Index? {
    var depth = 0
    var previous: Character = " "
    for index in text.indices {
      let character = text[index]
      if "(<[".contains(character) { depth += 1 }
      if ")]".contains(character) || character == ">" && previous != "-" { depth -= 1 }
      if depth == 0 { return text.index(after: index) }
      previous = character
    }
    return nil
  }
}

extension Character {
  fileprivate var isNameCharacter: Bool { isLetter || isNumber || self == "_" || self == "$" }
}
