/// The elements of a tuple type, read from its mangled name.
///
/// The runtime creates a tuple only if the types of its elements can be written in source code. In
/// a captured tuple, the type of an element can also be a lowered function type, which exists only
/// in the compiler.
///
/// A mangled name is in postfix order, so its operators are interpreted with a stack of operands. A
/// part that occurs again is replaced by a substitution, which refers to the earlier part. A type
/// whose name contains a substitution cannot be looked up by this name alone, so it is composed
/// from the types that its name mentions. A tuple is rejected if its name contains an unknown
/// operator. Source: `Demangler.cpp` in the Swift repository.
struct MangledTuple {
  private(set) var elements: [Element] = []

  private let name: MangledName
  private let environment: GenericEnvironment
  let tokens: [MangledName.Token]
  var position = 0
  var stack: [Entry] = []
  /// The entries that substitutions can refer to.
  private var substitutionCandidates: [Entry] = []
  private var words = MangledWords()

  init?(_ name: MangledName, in environment: GenericEnvironment) {
    self.name = name
    self.environment = environment
    tokens = name.tokens
    guard tokens.last?.character == "t" else { return nil }
    while position < tokens.count - 1 { guard follow() else { return nil } }
    guard takeElements() else { return nil }
  }

  /// Adds the types on the stack as the elements of the tuple. On the stack, the label of an
  /// element follows its type.
  private mutating func takeElements() -> Bool {
    var hasFirst = false
    for entry in stack {
      switch entry {
      case .part(let part):
        guard let content = content(of: part) else { return false }
        elements.append(Element(label: "\(elements.count)", content: content))
      case .identifier(let label):
        guard !elements.isEmpty else { return false }
        elements[elements.count - 1].label = label
      case .first:
        guard !hasFirst, elements.count == 1 else { return false }
        hasFirst = true
      case .empty, .requirement, .signature: return false
      }
    }
    return hasFirst && elements.count > 1
  }

  private func content(of part: Part) -> Element.Content? {
    if part.isWhole { return .named(name.part(part.range)) }
    return part.type.map(Element.Content.made) ?? part.elements.map(Element.Content.tuple)
  }

  private func type(of part: Part) -> Metadata? {
    part.isWhole ? name.part(part.range).type(in: environment) : part.type
  }

  private func argument(of part: Part) -> GenericArgument? {
    part.isWhole
      ? name.part(part.range).argument(in: environment) : part.type.map(GenericArgument.type)
  }
}

// The operators.
extension MangledTuple {
  private mutating func follow() -> Bool {
    let token = tokens[position]
    position += 1
    guard let operation = token.character else {
      return push(Part(range: token.offset..<end), isSubstitutable: true)
    }
    switch operation {
    case "x": return push(Part(range: token.offset..<end))
    case "q": return followParameter(from: token.offset)
    case "S": return followStandardType(from: token.offset)
    case "A": return interpretSubstitutions()
    case "0"..."9":
      position -= 1
      return followIdentifier()
    case "m": return replace(1)
    case "y":
      stack.append(.empty(at: token.offset))
      return true
    case "_":
      stack.append(.first)
      return true
    case "c": return replaceFunction()
    case "G": return replaceBoundGeneric()
    case "t", "p": return replaceList(isTuple: operation == "t")
    case "X": return followExtension()
    case "I": return followLoweredFunction(from: token.offset)
    case "Y": return followAnnotation()
    // A function that throws has the same layout as one that does not.
    case "K": return true
    case "R": return followRequirement()
    case "$": return followInteger(from: token.offset)
    case "l", "r": return followSignature(hasCounts: operation == "r")
    default: return false
    }
  }

  /// The offset after the last token that was read.
  var end: Int { tokens[position].offset }

  mutating func next() -> Character? {
    guard position < tokens.count - 1 else { return nil }
    position += 1
    return tokens[position - 1].character
  }

  private mutating func number() -> Int? {
    var digits = ""
    while tokens[position].character?.isNumber == true, let digit = next() { digits.append(digit) }
    return digits.isEmpty ? 1 : Int(digits)
  }

  mutating func push(_ part: Part, isSubstitutable: Bool = false) -> Bool {
    stack.append(.part(part))
    if isSubstitutable { substitutionCandidates.append(.part(part)) }
    return true
  }

  private mutating func followParameter(from start: Int) -> Bool {
    var rest = tokens[(position - 1)...].prefix { $0.character != nil }
      .compactMap(\.character).map(String.init).joined()[...]
    let length = rest.count
    guard GenericParameter(from: &rest) != nil else { return false }
    position += length - rest.count - 1
    return push(Part(range: start..<end))
  }

  /// Interprets an operator that begins with `S`: a standard type (`Si` is `Int`), a repeated
  /// standard type (`S2i` is `Int` twice), an optional (`Sg`), or a type of the concurrency library
  /// (`ScT` is `Task`).
  private mutating func followStandardType(from start: Int) -> Bool {
    guard let count = number(), (1...64).contains(count), let letter = next() else { return false }
    switch letter {
    case "g": return replaceOptional()
    case "c": return next() != nil && push(Part(range: start..<end))
    case "o", "C", "_": return false
    default:
      guard letter.isLetter else { return false }
      let isRepeated = end - start > 2
      let type = MangledName.type(named: "S\(letter)", in: nil, arguments: Address(0))
      for _ in 0..<count {
        _ = push(
          Part(range: start..<end, isWhole: !isRepeated, isSpelledOut: !isRepeated, type: type))
      }
      return true
    }
  }

  /// Interprets substitutions, each of which refers to an earlier entry. `AB` is the second entry,
  /// `AbA` is the second entry and then the first, and `A2B` is the second entry twice.
  private mutating func interpretSubstitutions() -> Bool {
    while let count = number(), count <= 64, let letter = next(), let code = letter.asciiValue,
      letter.isLetter
    {
      let index = Int(code) - (letter.isLowercase ? 0x61 : 0x41)
      guard substitutionCandidates.indices.contains(index) else { return false }
      for _ in 0..<count {
        guard case .part(var part) = substitutionCandidates[index] else { return false }
        if part.isWhole { part.type = type(of: part) }
        part.isSpelledOut = false
        stack.append(.part(part))
      }
      if letter.isUppercase { return true }
    }
    return false
  }

  private mutating func followIdentifier() -> Bool {
    var rest = tokens[position...].prefix { $0.character != nil }
      .compactMap(\.character).map(String.init).joined()[...]
    let length = rest.count
    guard let identifier = words.identifier(from: &rest) else { return false }
    position += length - rest.count
    stack.append(.identifier(identifier))
    substitutionCandidates.append(.identifier(identifier))
    return position < tokens.count
  }

  private mutating func followExtension() -> Bool {
    switch next() {
    case "w", "o", "u", "b", "X", "x", "p": return replace(1)
    case "M": return next() != nil && replace(1)
    case "l": return replaceList(isTuple: false)
    default: return false
    }
  }

  /// Interprets a lowered function. The types of its parameters and results precede it. They do not
  /// affect the layout of the function.
  private mutating func followLoweredFunction(from start: Int) -> Bool {
    var attributes = ""
    while let character = next(), character != "_" { attributes.append(character) }
    guard popGenerics(of: &attributes), let count = LoweredFunction.typeCount(attributes)
    else { return false }
    for _ in 0..<count { guard popPart() != nil else { return false } }
    return push(Part(range: start..<end, lacksOperands: true))
  }

  /// Interprets an annotation of a function type. Source: `Demangler::demangleTypeAnnotation`.
  private mutating func followAnnotation() -> Bool {
    switch next() {
    // `async`, `@Sendable`, `@isolated(any)`, and isolation to the caller's actor.
    case "a", "b", "A", "C": return true
    // "c" follows the type of a global actor. "K" follows the error type of a typed `throws`.
    case "c", "K": return popPart() != nil
    // These annotations describe a parameter or a result. They do not change its layout.
    case "i", "k", "t", "T", "u", "g": return true
    default: return false
    }
  }

  /// Reads an index: `_` is 0, `0_` is 1.
  mutating func index() -> Int? {
    var digits = ""
    while let character = next() {
      if character == "_" { return digits.isEmpty ? 0 : Int(digits).map { $0 + 1 } }
      guard character.isNumber else { return nil }
      digits.append(character)
    }
    return nil
  }

  private mutating func popPart() -> Part? {
    switch stack.popLast() {
    case .part(let part): part
    // An empty list that is used as a type is the empty tuple.
    case .empty(let start): Part(range: start..<end)
    case .identifier, .first, .requirement, .signature, nil: nil
    }
  }

  /// Replaces the last `count` types on the stack with one type.
  private mutating func replace(_ count: Int) -> Bool {
    var parts: [Part] = []
    for _ in 0..<count {
      guard let part = popPart() else { return false }
      parts.append(part)
    }
    return push(joined(parts))
  }

  private func joined(_ parts: [Part]) -> Part {
    let start = parts.map(\.range.lowerBound).min() ?? end
    return Part(
      range: start..<end, isWhole: parts.allSatisfy { $0.isWhole && $0.isSpelledOut },
      lacksOperands: parts.contains(where: \.lacksOperands))
  }

  private mutating func replaceOptional() -> Bool {
    guard let wrapped = popPart() else { return false }
    var part = joined([wrapped])
    if !part.isWhole, let type = type(of: wrapped) {
      part.type = PrintedTypeResolver.optional(of: type)
    }
    return push(part, isSubstitutable: true)
  }

  private mutating func replaceFunction() -> Bool {
    guard let parameters = popPart(), let result = popPart() else { return false }
    var part = joined([parameters, result])
    // All functions have the same layout, so `() -> ()` can represent each of them.
    if !part.isWhole {
      part.type = MangledName.type(named: "yyc", in: nil, arguments: Address(0))
    }
    return push(part)
  }

  private mutating func replaceBoundGeneric() -> Bool {
    var arguments: [Part] = []
    while let last = stack.popLast() {
      switch last {
      case .part(let argument): arguments.insert(argument, at: 0)
      case .empty:
        guard let nominal = popPart() else { return false }
        var part = joined([nominal] + arguments)
        if !part.isWhole { part.type = bound(nominal, arguments) }
        return push(part, isSubstitutable: true)
      case .identifier, .first, .requirement, .signature: return false
      }
    }
    return false
  }

  private func bound(_ nominal: Part, _ arguments: [Part]) -> Metadata? {
    let nominal = name.part(nominal.range)
    if let standIn = PrintedTypeResolver.layoutSubstitute(forCollection: nominal.operators) {
      return standIn
    }
    guard let (descriptor, _) = nominal.nominalType else { return nil }
    let known = arguments.compactMap(argument(of:))
    guard known.count == arguments.count else { return nil }
    return PrintedTypeResolver.type(descriptor, arguments: known)
  }

  /// Replaces a list on the stack with a tuple or an existential. Each protocol of an existential
  /// must be a single part, not a module and a name.
  private mutating func replaceList(isTuple: Bool) -> Bool {
    var parts: [Part] = []
    while let last = stack.popLast() {
      switch last {
      case .part(let part): parts.append(part)
      case .identifier, .requirement, .signature: return false
      case .empty(let start): return push(Part(range: start..<end))
      case .first:
        guard let first = popPart() else { return false }
        parts.append(first)
        var list = joined(parts)
        list.isWhole = list.isWhole && !list.lacksOperands
        if isTuple, !list.isWhole { list.elements = elements(of: parts.reversed()) }
        return push(list)
      }
    }
    return false
  }

  private func elements(of parts: [Part]) -> [Element]? {
    let contents = parts.compactMap(content(of:))
    guard contents.count == parts.count else { return nil }
    return contents.enumerated().map { Element(label: "\($0)", content: $1) }
  }
}
