/// A stored property of a class that was compiled without reflection metadata.
///
/// The class's metadata contains the number of such properties, but neither names nor types. The
/// name is that of the symbol of the property's offset. A stripped program has no such symbols, and
/// a private property has none. The symbol's name does not contain whether the property is weak or
/// unowned, so that the property cannot be read by type.
struct UndescribedProperty: Hashable {
  var name: String
  /// The distance from the start of an instance.
  var offset: Int
  /// A Boolean value indicating whether the property's type may be a class.
  var canBeWeak: Bool
}

extension SymbolTable {
  /// Returns the stored properties that a class declares, according to the symbols of their offsets,
  /// sorted by offset. The result is empty if there are no such symbols. The offsets of a generic
  /// class's properties may depend on the arguments; such properties are omitted.
  ///
  /// The name of such a symbol, `$s…Wvd`, begins with the name of the class. Source: "Mangling.rst"
  /// in the Swift repository.
  ///
  /// - Complexity: O(symbols of the image).
  func undescribedProperties(of descriptor: TypeDescriptor) -> [UndescribedProperty] {
    let names = names(at: descriptor.address).filter { $0.hasPrefix("$s") && $0.hasSuffix("Mn") }
    guard let mangled = names.first,
      let type = Demangler.demangle(mangled)?.dropPrefix("nominal type descriptor for ")
    else { return [] }
    let found = variables(withPrefix: String(mangled.dropLast(2)), near: descriptor.address)
    return found.filter { $0.name.hasSuffix("Wvd") }.compactMap { symbol in
      guard
        let text = Demangler.demangle(symbol.name)?.dropPrefix("direct field offset for \(type)."),
        let end = text.range(of: " : ")
      else { return nil }
      // The name of a private property is written as `(name in _0123)`.
      let name = text[..<end.lowerBound].drop { $0 == "(" }.prefix { $0 != " " }
      guard !name.contains(".") else { return nil }
      return UndescribedProperty(
        name: String(name), offset: Int(symbol.address.word()),
        canBeWeak: mayBeClass(text[end.upperBound...], near: descriptor.address))
    }.sorted { $0.offset < $1.offset }
  }

  /// Returns whether the name of a type, or of an optional, may be the name of a class or of a
  /// protocol for classes.
  private func mayBeClass(_ type: Substring, near neighbor: Address) -> Bool {
    let optional = "Swift.Optional<"
    let name = type.hasPrefix(optional) ? type.dropFirst(optional.count).dropLast() : type
    guard !name.hasPrefix("(") else { return false }
    let nominal = String(name.prefix { $0 != "<" })
    if nominal.hasPrefix("Swift.") { return nominal == "Swift.AnyObject" }
    guard let address = descriptor(named: "nominal type descriptor for \(nominal)", near: neighbor)
    else { return true }
    return TypeDescriptor(address).isClass
  }
}

extension String {
  /// Returns the text after `prefix`; `nil` if the string does not begin with it.
  fileprivate func dropPrefix(_ prefix: String) -> Substring? {
    hasPrefix(prefix) ? dropFirst(prefix.count) : nil
  }
}
