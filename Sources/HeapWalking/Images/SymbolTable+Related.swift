/// Look-ups of functions that belong together in the source, such as a closure and the function
/// around it. The look-ups are based on the names of the functions' symbols. Source:
/// `docs/ABI/Mangling.rst` in the Swift repository.
extension SymbolTable {
  /// Returns the function to which a forwarder or a part of an asynchronous function belongs; `nil`
  /// for other functions.
  ///
  /// A forwarder passes a closure's context to the closure's body. It has no line of its own, and
  /// its symbol is the body's symbol with the suffix `TA`.
  ///
  /// An asynchronous function is divided into parts. The symbol of a part is the function's symbol
  /// with a suffix such as `TQ0_` or `TY0_`. The function also has a record, whose symbol has the
  /// suffix `Tu`. The context of a task refers to this record.
  func body(of function: Function) -> Function? {
    let whole = function.name.replacing(#/T(u|[QY]\d+_)$/#, with: "")
    let name = Self.withoutCloneNumber(whole)
    if name.hasSuffix("TA") { return sibling(named: String(name.dropLast(2)), of: function) }
    return whole == function.name ? nil : sibling(named: whole, of: function)
  }

  /// Returns the function in which a closure or a method reference is written; `nil` if that
  /// function was inlined everywhere and has no symbol.
  ///
  /// The symbol of the enclosing function is a prefix of the closure's symbol. Implicit closures
  /// are skipped, because they are not written in the source and have no line.
  ///
  /// - Complexity: O(length of the name) look-ups.
  func enclosing(_ function: Function) -> Function? {
    let text = Demangler.demangle(Self.withoutCloneNumber(function.name)) ?? ""
    var name = function.name.dropLast()
    while name.count > 3 {
      if let candidate = sibling(named: String(name), of: function),
        let outer = Demangler.demangle(candidate.name), text.hasSuffix(" in " + outer),
        !outer.hasPrefix("implicit closure")
      {
        return candidate
      }
      name = name.dropLast()
    }
    return nil
  }

  /// Returns a symbol without the number that the optimizer appends to the symbol of a copied
  /// function, as in `…TA.19`.
  private static func withoutCloneNumber(_ name: String) -> String {
    guard let dot = name.lastIndex(of: "."), Int(name[name.index(after: dot)...]) != nil else {
      return name
    }
    return String(name[..<dot])
  }
}
