/// A function type after the compiler lowered it, or an optional of such a type.
///
/// The mangled name ends with `I`, attributes and `_`. The attributes are, in this order: `s`, `I`
/// and `P` for substitutions and pseudo-generics; `e` for escaping; `A` for erased isolation; the
/// convention of the context (`y`, `g` or `x`, or `t` for no context); the representation (`B` for
/// a block; `C`, `M`, `J`, `K` or `W` for code without a context); `h`, `H` and `T` for
/// `@Sendable`, `async` and a sending result; and the parameters and results. Source:
/// `Demangler::demangleImplFunctionType` in the Swift repository.
struct LoweredFunction {
  enum Representation: Equatable {
    /// A function and its context, which is retained if the function may escape.
    case thick(isEscaping: Bool)
    case block
    /// Only the address of code.
    case codeOnly
  }

  var representation: Representation

  /// - Parameter name: A mangled type name. If it does not name a lowered function, the result is
  ///   `nil`.
  init?(_ name: String) {
    var text = Substring(name)
    // An optional function has the layout of a function. A null code address represents `nil`.
    while text.hasSuffix("Sg") { text = text.dropLast(2) }
    guard text.last == "_" else { return nil }
    let attributes = text.dropLast().reversed().prefix(while: \.isLetter).reversed()
    for (index, character) in attributes.enumerated() where character == "I" {
      if let found = Self.representation(attributes.dropFirst(index + 1)) {
        representation = found
        return
      }
    }
    return nil
  }

  /// Returns the number of types in a lowered function with the given attributes: one for each
  /// parameter, result, yield and error. Returns `nil` if an attribute is unknown.
  ///
  /// - Parameter attributes: The attributes between `I` and `_`, without letters for substitutions
  ///   and signatures.
  static func typeCount(_ attributes: String) -> Int? {
    var rest = attributes[...]
    func take(_ letters: String) -> Bool {
      guard let first = rest.first, letters.contains(first) else { return false }
      rest.removeFirst()
      return true
    }
    _ = take("e")
    _ = take("A")
    guard take("ygxt") else { return nil }
    _ = take("BCMJKW")
    for flag in ["h", "H", "T"] { _ = take(flag) }
    var count = 0
    while let first = rest.popFirst() {
      // This letter is an attribute of the preceding parameter or result, or of the yield or the
      // error that follows.
      if "wTLIYz".contains(first) { continue }
      guard "iclbnXxgeyvpmroduak".contains(first) else { return nil }
      count += 1
    }
    return count
  }

  private static func representation(_ attributes: some Sequence<Character>) -> Representation? {
    var rest = Array(attributes)[...]
    func next(_ character: Character) -> Bool {
      guard rest.first == character else { return false }
      rest.removeFirst()
      return true
    }
    for flag in "sIP" { _ = next(flag) }
    let isEscaping = next("e")
    _ = next("A")
    // This check also rejects a differentiable function, which consists of three functions.
    guard let convention = rest.popFirst(), "ygxt".contains(convention) else { return nil }
    if next("B") { return .block }
    if "CMJKW".contains(where: next) || convention == "t" { return .codeOnly }
    return .thick(isEscaping: isEscaping)
  }
}
