/// A stored property of a class that was compiled without reflection metadata.
///
/// The class's metadata contains the offsets of such properties, but neither names nor types. The
/// name comes from the symbol of the property's offset. Most private properties, and all properties
/// of a stripped program, have no such symbol. The symbol does not state whether the property is
/// weak or unowned, so the property cannot be read by type.
struct UndescribedProperty: Hashable {
  /// The name; `nil` if there is no symbol.
  var name: String?
  /// The offset in an instance, in bytes.
  var offset: Int
  var isOptional = false
  /// A Boolean value indicating whether the property's type is known to be a class, or an optional
  /// of a class.
  var isClass = false
}

extension SymbolTable {
  /// Returns the stored properties that a class declares, in the order of their declaration.
  ///
  /// The symbol of a property's offset has the form `$s…Wvd`, and begins with the mangled name of
  /// the class. The word at the symbol's address is the offset. The properties of some generic
  /// classes have no such symbols, because their offsets depend on the arguments. Source:
  /// "Mangling.rst" in the Swift repository.
  ///
  /// - Complexity: O(symbols of the image).
  func undescribedProperties(of level: ClassMetadata) -> [UndescribedProperty] {
    let named = namedProperties(of: level.descriptor)
    return (0..<level.fieldCount).map { index in
      let offset = level.fieldOffset(index)
      return named.first { $0.offset == offset } ?? UndescribedProperty(offset: offset)
    }
  }

  private func namedProperties(of descriptor: TypeDescriptor) -> [UndescribedProperty] {
    let names = names(at: descriptor.address).filter { $0.hasPrefix("$s") && $0.hasSuffix("Mn") }
    guard let mangled = names.first,
      let type = Demangler.demangle(mangled)?.dropPrefix("nominal type descriptor for ")
    else { return [] }
    let symbols = variables(withPrefix: String(mangled.dropLast(2)), near: descriptor.address)
    return symbols.filter { $0.name.hasSuffix("Wvd") }.compactMap { symbol in
      // The name of a private property is written as `(name in _0123)`. The symbols for properties
      // of nested types have the same prefix, but their text does not match.
      guard
        let text = Demangler.demangle(symbol.name)?.dropPrefix("direct field offset for \(type)."),
        let match = text.wholeMatch(of: #/(?:\(([^ ]+) in _[^ ]+\)|([^ .()]+)) : (.+)/#),
        let name = match.1 ?? match.2
      else { return nil }
      let wrapped = String(match.3).dropPrefix("Swift.Optional<")?.dropLast()
      return UndescribedProperty(
        name: String(name), offset: Int(symbol.address.word()), isOptional: wrapped != nil,
        isClass: isClass(wrapped ?? match.3, near: descriptor.address))
    }
  }

  private func isClass(_ type: Substring, near neighbor: Address) -> Bool {
    let name = type.prefix { $0 != "<" }
    return name == "Swift.AnyObject"
      || descriptor(named: "nominal type descriptor for \(name)", near: neighbor)
        .map { TypeDescriptor($0).isClass } ?? false
  }
}

extension String {
  /// Returns the text after `prefix`; `nil` if the string does not begin with it.
  fileprivate func dropPrefix(_ prefix: String) -> Substring? {
    hasPrefix(prefix) ? dropFirst(prefix.count) : nil
  }
}
