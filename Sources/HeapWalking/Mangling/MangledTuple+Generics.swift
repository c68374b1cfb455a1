// Generic signatures, their requirements, and the arguments of generic parameters.
extension MangledTuple {
  /// Removes the letters that concern generics from the start of a function's attributes. Also
  /// removes from the stack the signatures and substitutions to which these letters refer. Returns
  /// `false` if the stack does not contain them.
  ///
  /// The letter `s` indicates that the function's types are given by a pattern, and that the
  /// signature and the substitutions of this pattern precede the function. `I` indicates that the
  /// substitutions of the function's own signature precede the function. `P` indicates that the
  /// function's signature is pseudo-generic.
  mutating func popGenerics(of attributes: inout String) -> Bool {
    func take(_ letter: Character) -> Bool {
      guard attributes.first == letter else { return false }
      attributes.removeFirst()
      return true
    }
    if take("s") { guard popSubstitutions(), popSignature() else { return false } }
    if take("I") { guard popSubstitutions() else { return false } }
    if popSignature() { _ = take("P") }
    return true
  }

  private mutating func popSignature() -> Bool {
    guard case .signature = stack.last else { return false }
    stack.removeLast()
    return true
  }

  /// Removes substitutions from the stack: an empty list, and the lists of types that follow it.
  /// There is one list of types for each depth of generic parameters.
  private mutating func popSubstitutions() -> Bool {
    while let last = stack.popLast() {
      switch last {
      case .part, .first: continue
      case .empty: return true
      case .identifier, .requirement, .signature: return false
      }
    }
    return false
  }

  /// Interprets a suppressed requirement of a generic parameter, such as `~Copyable`. Its mangled
  /// form is `Ri`, the index of the protocol, and the generic parameter. Source:
  /// `Demangler::demangleGenericRequirement`.
  mutating func followRequirement() -> Bool {
    guard next() == "i", index() != nil, followParameterIndex() else { return false }
    stack.append(.requirement)
    return true
  }

  /// Interprets an integer that is a generic argument: `$3_` is 4, `$n3_` is -4.
  mutating func followInteger(from start: Int) -> Bool {
    if tokens[position].character == "n" { _ = next() }
    guard index() != nil else { return false }
    return push(Part(range: start..<end))
  }

  /// Reads the position of a generic parameter. `z` denotes the first parameter. `s` denotes the
  /// parameter of a constrained existential. `d` with a depth and an index denotes a parameter of a
  /// deeper context. An index alone denotes any other parameter.
  private mutating func followParameterIndex() -> Bool {
    switch tokens[position].character {
    case "z", "s": return next() != nil
    case "d": return next() != nil && index() != nil && index() != nil
    default: return index() != nil
    }
  }

  /// Interprets a generic signature. Skips the number of parameters at each depth, if present, and
  /// removes the requirements of the signature from the stack.
  mutating func followSignature(hasCounts: Bool) -> Bool {
    while hasCounts, tokens[position].character != "l" {
      if tokens[position].character == "z" { _ = next() } else if index() == nil { return false }
    }
    if hasCounts, next() != "l" { return false }
    while case .requirement = stack.last { stack.removeLast() }
    stack.append(.signature)
    return true
  }
}
