/// A type that removes generic arguments from the demangled names of types.
package enum GenericArguments {
  /// Returns a name without generic arguments: `Outer.Inner` for `Outer<Int>.Inner<[String]>`.
  ///
  /// - Complexity: O(*n*) for a name of *n* characters.
  package static func removed(from name: String) -> String {
    var depth = 0
    var plain = ""
    var last: Character?
    for character in name {
      // The `>` in the arrow of a function type is not a bracket.
      let isArrow = character == ">" && last == "-"
      if character == "<" { depth += 1 }
      if depth == 0 { plain.append(character) }
      if character == ">", !isArrow, depth > 0 { depth -= 1 }
      last = character
    }
    return plain
  }
}
