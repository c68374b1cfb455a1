/// The symbol of a stored variable. It contains the variable's context, name and type:
/// `$s3App5queue8Dispatch0C5QueueCvp` for `queue` in the module `App`.
///
/// Substitutions in the type may refer to the context and the name, which precede the type.
/// Therefore the type cannot be looked up alone. It is looked up as the last element of a tuple.
/// Earlier elements of type `Int` have the context and the name as their labels, so substitutions
/// refer to the same parts as in the symbol. In the example, the tuple is
/// `(App: Int, queue: Int, DispatchQueue)`. If the variable is declared in a type, one element
/// replaces the `Int` elements. The type of this element is the enclosing type, and its label is
/// the variable's name. If the variable is private, another `Int` element has the discriminator of
/// its file as the label. Source: `Mangling.rst` and `Demangler::demangleIdentifier` in the Swift
/// repository.
struct MangledVariable {
  /// The mangled name of the tuple type. The last element has the variable's type.
  let tuple: String

  /// - Parameter symbol: The name of any symbol.
  /// - Returns: `nil` for a symbol that is not a variable, and for a variable in an extension or a
  ///   function.
  init?(_ symbol: String) {
    guard symbol.hasPrefix("$s") else { return nil }
    var rest = symbol.dropFirst(2)
    if rest.hasSuffix("vpZ") {
      rest = rest.dropLast(3)
    } else if rest.hasSuffix("vp") {
      rest = rest.dropLast(2)
    } else {
      return nil
    }
    var words = MangledWords()
    guard var context = Self.identifier(&rest, &words) else { return nil }
    var isInType = false
    while let name = Self.identifier(&rest, &words) {
      let discriminator = Self.discriminator(&rest, &words)
      guard let kind = rest.first, "VCO".contains(kind) else {
        let first = isInType ? context + name + "_" : "Si\(context)_Si\(name)"
        tuple = first + (discriminator.map { "Si" + $0 } ?? "") + rest + "t"
        return
      }
      rest.removeFirst()
      context += name + (discriminator.map { $0 + "LL" } ?? "") + String(kind)
      isInType = true
    }
    return nil
  }

  /// Removes an identifier from the start of `rest`, and returns its mangled form; `nil` if `rest`
  /// does not start with an identifier.
  private static func identifier(_ rest: inout Substring, _ words: inout MangledWords) -> String? {
    let start = rest
    guard rest.first?.isNumber == true, words.identifier(from: &rest) != nil else { return nil }
    return String(start[..<rest.startIndex])
  }

  /// Removes the discriminator of a private declaration from the start of `rest`, and returns it;
  /// `nil` if there is none. The discriminator identifies the file of the declaration.
  private static func discriminator(
    _ rest: inout Substring, _ words: inout MangledWords
  ) -> String? {
    var (after, known) = (rest, words)
    guard let found = identifier(&after, &known), after.hasPrefix("LL") else { return nil }
    (rest, words) = (after.dropFirst(2), known)
    return found
  }
}
