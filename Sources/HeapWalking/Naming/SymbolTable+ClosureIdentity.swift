/// Look-ups of functions that belong together in the source, such as a closure and the function
/// around it. The look-ups are based on the names of the functions' symbols. Source:
/// `docs/ABI/Mangling.rst` in the Swift repository.
extension SymbolTable {
  /// Returns the function to which a forwarder or a part of an asynchronous function belongs; `nil`
  /// for other functions. If `function` is a numbered copy of a forwarder, and the closure's body
  /// was inlined into the forwarder, returns the original forwarder.
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
    if name.hasSuffix("TA") {
      return sibling(named: String(name.dropLast(2)), of: function)
        ?? (name == whole ? nil : sibling(named: name, of: function))
    }
    return whole == function.name ? nil : sibling(named: whole, of: function)
  }

  /// Returns whether code is the part of an asynchronous function that continues when an awaited
  /// call returns. Another part continues when the function has changed to another executor.
  static func followsCall(_ code: Function) -> Bool { code.name.contains(#/TQ\d+_/#) }

  /// Returns whether code is the part of an asynchronous function that continues when an awaited
  /// call returns, or when the function has changed to another executor.
  static func followsSuspension(_ code: Function) -> Bool { code.name.contains(#/T[QY]\d+_/#) }

  /// Returns the closure that the optimizer has specialized, for example for certain generic
  /// arguments; `nil` if the function is not a specialization, or if the closure itself has no
  /// symbol.
  ///
  /// The symbol of a specialization, or of its forwarder, begins with the closure's symbol, which
  /// ends with `fU`, the closure's number and `_`.
  func unspecialized(_ function: Function) -> Function? {
    let plain = Self.withoutSignatureSpecialization(function.name)
    // The symbol of a function that is nested in a closure begins with the closure's symbol, too.
    guard isClosureExpression(function),
      let end = plain.ranges(of: #/fU\d*_/#).last?.upperBound, end < function.name.endIndex
    else { return nil }
    return sibling(named: String(function.name[..<end]), of: function)
  }

  /// Returns whether code is a closure that is written in the source, or its forwarder.
  func isClosureExpression(_ code: Function) -> Bool {
    Demangler.demangle(code.name).map {
      ClosureName.withoutForwarders(Substring($0)).hasPrefix("closure #")
    } ?? false
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

  /// The identity of a closure expression in the source. For a method that the source uses as a
  /// value, the identity of the closure or function that contains this use.
  struct ClosureIdentity: Hashable {
    /// The mangled name of the function, initializer or accessor in which the closure is written.
    var function: String
    /// The name of this function without its type and arguments, such as `load` or `title.getter`.
    var name: String
    /// The numbers of the closure and of the closures around it, outermost first; empty for a
    /// method that is used outside of closures. The compiler numbers the closures of each function,
    /// and of each closure, in the order of the source.
    var numbers: [Int]
  }

  /// Returns the identity of a closure, based on its symbol; `nil` if the code is not a closure in
  /// a function. For an implicit closure, the result contains the numbers of the closures around
  /// it.
  ///
  /// Autoclosures have their own numbers, and closures in them are numbered like the other closures
  /// of the function.
  ///
  /// - Complexity: O(length of the symbol) demanglings.
  func identity(ofClosure code: Function) -> ClosureIdentity? {
    let symbol = Self.withoutCloneNumber(code.name)
    guard let text = Demangler.demangle(symbol) else { return nil }
    let parts = DemangledText(ClosureName.withoutForwarders(Substring(text))).split(at: " in ")
    let closures = parts.prefix { $0.hasPrefix("closure #") || $0.hasPrefix("implicit closure #") }
    guard !closures.isEmpty else { return nil }
    let outer = parts.dropFirst(closures.count).joined(separator: " in ")
    // A default argument or an initial value has closures of its own: `default argument 0 of …`.
    guard let first = parts.dropFirst(closures.count).first,
      DemangledText(first).split(at: " of ").count == 1,
      let function = Self.symbol(of: outer, beginning: symbol)
    else { return nil }
    let numbers = closures.filter { $0.hasPrefix("closure #") }.compactMap {
      Int($0.dropFirst("closure #".count).prefix(while: \.isNumber))
    }
    return ClosureIdentity(
      function: function, name: Self.shortName(of: first), numbers: numbers.reversed())
  }

  /// Returns the name of a declaration without its module, type and arguments, such as `load` or
  /// `title.getter`, given its demangled name.
  static func shortName(of declaration: Substring) -> String {
    let name = DeclarationName(declaration).text.prefix { $0 != "(" }
    return name.split(separator: ".").suffix(2).joined(separator: ".")
  }

  /// Returns the beginning of a closure's symbol that is the symbol of an outer declaration.
  ///
  /// The operator of the closure, `fU`, or of an implicit closure, `fu`, follows the outer symbol.
  /// The suffix that the optimizer appended to the symbol is not searched, because the runtime's
  /// demangler does not terminate if a symbol stops inside the parameters of a specialization
  /// (`Tf`).
  private static func symbol(of declaration: String, beginning symbol: String) -> String? {
    guard var end = withoutSignatureSpecialization(symbol).ranges(of: #/f[Uu]/#).last?.lowerBound
    else { return nil }
    while end > symbol.startIndex {
      let name = String(symbol[..<end])
      if Demangler.demangle(name) == declaration { return name }
      end = symbol.index(before: end)
    }
    return nil
  }

  /// Returns the functions whose symbols have a prefix, in the file that contains `function`. The
  /// result is empty if the file has no debug information.
  ///
  /// - Complexity: O(symbols of the file).
  func functions(withPrefix prefix: String, besides function: Function) -> [Function] {
    guard let symbols = files[function.image], symbols.hasLines else { return [] }
    return symbols.symbols(withPrefix: prefix, areFunctions: true).map {
      Function(
        name: symbols.name(of: $0), image: function.image, fileAddress: $0.value, size: $0.size)
    }
  }

  /// Returns a symbol without the parameters of a specialization of the function's signature. They
  /// may contain the symbols of other closures.
  private static func withoutSignatureSpecialization(_ symbol: String) -> Substring {
    symbol.prefix(upTo: symbol.firstRange(of: #/Tf\d/#)?.lowerBound ?? symbol.endIndex)
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
