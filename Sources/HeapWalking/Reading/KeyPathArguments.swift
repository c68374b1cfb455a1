/// The types of the subscript arguments that a component of a key path captures.
///
/// The key path does not store these types. It refers to a table of the functions that destroy,
/// copy, compare and hash the arguments, in this order. The symbols of the last two functions
/// contain the types: `key path index equality operator for (Swift.Int, M.Key)`. In a generic
/// function, a generic signature precedes the types.
///
/// The optimizer may remove symbols. It may also merge functions with the same code, and then a
/// symbol may contain the types of another function. The types are therefore used only if both
/// symbols contain the same types; otherwise, ``CopiedReferences`` reads the arguments.
struct KeyPathArguments {
  let types: [TypeExpression]
  /// The number of generic parameters. The types that replace them are captured after the
  /// arguments.
  let parameterCount: Int
  /// A Boolean value indicating whether there is a function that destroys the arguments.
  let hasDestructor: Bool
  /// The address of the table of functions. The image that contains the table also contains the
  /// symbols with the types.
  let witnesses: Address

  private static let namedFunctions = [
    (offset: 16, prefix: "key path index equality operator for "),
    (offset: 24, prefix: "key path index hash operator for "),
  ]

  /// - Returns: `nil` if the symbols contain different types, if a symbol is missing, or if a type
  ///   or the signature cannot be parsed.
  init?(witnesses: Address, symbols: SymbolTable) {
    guard witnesses.isReadable, (witnesses + 24).isReadable else { return nil }
    let names = Self.namedFunctions.map {
      Self.types(of: witnesses.address($0.offset), after: $0.prefix, symbols)
    }
    guard let name = names[0], names[1] == name,
      let count = Self.parameterCount(ofSignatureIn: name), let type = TypeExpression(name)
    else { return nil }
    if case .tuple(let elements) = type { types = elements } else { types = [type] }
    parameterCount = count
    hasDestructor = !witnesses.address().isNull
    self.witnesses = witnesses
  }

  private static func types(
    of function: Address, after prefix: String, _ symbols: SymbolTable
  ) -> String? {
    guard let symbol = symbols.function(at: function)?.name,
      let text = Demangler.demangle(symbol), text.hasPrefix(prefix)
    else { return nil }
    return String(text.dropFirst(prefix.count))
  }

  /// Returns the number of generic parameters in a signature: two for `<A, B where A: P>`. Returns
  /// `nil` for a signature with a parameter pack.
  private static func parameterCount(ofSignatureIn text: String) -> Int? {
    guard text.first == "<" else { return 0 }
    let list = text.dropFirst().prefix { $0 != ">" }.components(before: " where ")
    guard !list.contains("each ") else { return nil }
    return list.split(separator: ",").count
  }
}

extension Substring {
  fileprivate func components(before separator: String) -> Substring {
    guard let range = firstRange(of: separator) else { return self }
    return self[..<range.lowerBound]
  }
}
