/// The generic parameters that a mangled type name mentions.
///
/// The runtime stops the program if a name mentions a parameter that is not in the
/// ``GenericEnvironment``, or a parameter that has another kind in the environment. Therefore each
/// name is examined before it is resolved. The name is parsed only as far as needed: identifiers,
/// substitutions and lowered functions are skipped, because their letters have other meanings.
/// Source: `Demangler.cpp` in the Swift repository.
struct MentionedParameters {
  private(set) var parameters: Set<GenericParameter> = []
  /// A Boolean value indicating whether a part of the name could not be parsed; the name may then
  /// mention any parameter.
  private(set) var isUncertain = false

  /// - Parameter operators: A name without symbolic references: ``MangledName/operators``.
  init(_ operators: String) {
    var rest = operators[...]
    while let first = rest.first, !isUncertain { take(first, &rest) }
  }

  private mutating func take(_ first: Character, _ rest: inout Substring) {
    switch first {
    case "x", "q":
      add(GenericParameter(from: &rest))
    case "0"..."9":
      isUncertain = !Self.skipIdentifier(&rest)
    case "A":
      // Substitutions: counts and letters, the last one in upper case.
      rest.removeFirst()
      rest = rest.drop { $0.isNumber || $0.isLowercase }.dropFirst()
    case "I":
      // A lowered function's attributes.
      rest = rest.drop { $0 != "_" }.dropFirst()
    case "S":
      rest.removeFirst()
      rest = rest.drop(while: \.isNumber)
      if rest.popFirst() == "c" { rest = rest.dropFirst() }
    case "Q":
      rest.removeFirst()
      takeAssociatedType(&rest)
    case "$":
      // A number that is a generic argument. Its digits are not the length of an identifier.
      rest.removeFirst()
      if rest.first == "n" { rest.removeFirst() }
      rest = rest.drop(while: \.isNumber)
    case "B", "D", "M", "T", "W", "X", "Y":
      rest = rest.dropFirst(2)
    default:
      rest.removeFirst()
    }
  }

  /// Adds the parameter to which an associated type belongs. For `Qz` and `QZ`, it is the first
  /// parameter. For `Qy` and `QY`, it is the parameter that follows these letters.
  private mutating func takeAssociatedType(_ rest: inout Substring) {
    switch rest.popFirst() {
    case "z", "Z": parameters.insert(.first)
    case "y", "Y": add(GenericParameter(positionFrom: &rest))
    default: break
    }
  }

  private mutating func add(_ parameter: GenericParameter?) {
    if let parameter {
      parameters.insert(parameter)
    } else {
      isUncertain = true
    }
  }

  /// Skips an identifier. Returns `false` if it cannot be parsed.
  ///
  /// An identifier has one of three forms: a length and characters; `0`, then substituted words
  /// mixed with lengths and characters; `00`, a length and Punycode.
  private static func skipIdentifier(_ rest: inout Substring) -> Bool {
    var hasWords = false
    var isPunycode = false
    if rest.first == "0" {
      rest.removeFirst()
      isPunycode = rest.first == "0"
      hasWords = !isPunycode
      if isPunycode { rest.removeFirst() }
    }
    repeat {
      while hasWords, let letter = rest.first, letter.isLetter {
        rest.removeFirst()
        hasWords = letter.isLowercase
      }
      if rest.first == "0" {
        rest.removeFirst()
        return true
      }
      let digits = rest.prefix(while: \.isNumber)
      guard let length = Int(digits) else { return false }
      rest = rest.dropFirst(digits.count)
      if isPunycode, rest.first == "_" { rest.removeFirst() }
      guard rest.count >= length else { return false }
      rest = rest.dropFirst(length)
    } while hasWords
    return true
  }
}
