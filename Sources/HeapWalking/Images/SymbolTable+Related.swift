/// Functions that correspond to another function in the source, according to their symbols' names.
/// Source: `docs/ABI/Mangling.rst` in the Swift repository.
extension SymbolTable {
  /// Returns the function to which a forwarder or a part of an asynchronous function belongs.
  ///
  /// A forwarder with a context has no line of its own; its symbol is the body's symbol with the
  /// suffix `TA`. The context of a task points to a record, `Tu`, and the function continues in
  /// parts, `TQ0_` and `TY0_`, each named after the whole function.
  func body(of function: Function) -> Function? {
    let whole = function.name.replacing(#/T(u|[QY]\d+_)$/#, with: "")
    let name = Self.withoutCloneNumber(whole)
    if name.hasSuffix("TA") { return sibling(named: String(name.dropLast(2)), of: function) }
    return whole == function.name ? nil : sibling(named: whole, of: function)
  }

  /// Returns the function in which a closure or a method reference is written; `nil` if the code of
  /// that function was inlined everywhere.
  ///
  /// The function's symbol is a prefix of the closure's. Implicit closures are skipped: they are
  /// not written in the source and have no line.
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

  /// Returns a name without the number that the optimizer gives to copies: `…TA.19`.
  private static func withoutCloneNumber(_ name: String) -> String {
    guard let dot = name.lastIndex(of: "."), Int(name[name.index(after: dot)...]) != nil else {
      return name
    }
    return String(name[..<dot])
  }
}
