/// Looks up types that cannot be copied, which the runtime does not find by name.
///
/// Their descriptors are kept apart, so that old runtimes do not see them; but a
/// descriptor has a symbol (`$s…Mn`) and refers to the function that makes the
/// metadata. A name is first taken apart as it is, for one generic argument at most,
/// which is what the standard library's own types (`Mutex`, `Atomic`) have; what refers
/// back in it is written out: ``WrittenTypes``.
struct UncopyableTypes {
  let symbols: SymbolTable
  /// An address in the image whose symbols are asked first.
  let neighbor: Address

  init(symbols: SymbolTable, near neighbor: Address) {
    self.symbols = symbols
    self.neighbor = neighbor
  }

  /// What a name stands for.
  enum Resolution {
    case type(Metadata)
    /// Bits that are no counted references: `Atomic` of anything.
    case plain
  }

  /// - Parameter name: As in the symbol: in a generic context the type comes after the
  ///   context's generic signature, which ends with `l`.
  func resolve(
    _ name: Substring, in descriptor: TypeDescriptor?, arguments: Address
  ) -> Resolution? {
    let afterSignatures = name.indices.filter { name[$0] == "l" }.map { name.index(after: $0) }
    for start in [name.startIndex] + afterSignatures {
      if let found = resolveType(name[start...], in: descriptor, arguments: arguments) {
        return found
      }
    }
    guard let text = Demangler.demangle("$s\(name)D"), let written = TypeExpression(text) else {
      return nil
    }
    return WrittenTypes(symbols: symbols, near: neighbor)
      .type(of: written, in: descriptor, arguments: arguments).map(Resolution.type)
  }

  private func resolveType(
    _ name: Substring, in descriptor: TypeDescriptor?, arguments: Address
  ) -> Resolution? {
    if let (nominal, _) = nominalType(at: name), nominal.module == "Synchronization",
      nominal.name == "Atomic"
    {
      return .plain
    }
    return type(named: name, in: descriptor, arguments: arguments).map(Resolution.type)
  }

  /// - Parameter name: A mangled type without symbolic references, such as
  ///   `15Synchronization5MutexVySiG`.
  /// - Parameter isArgument: The name is all of another type's argument, so where it ends is
  ///   certain.
  private func type(
    named name: Substring, in descriptor: TypeDescriptor?, arguments: Address,
    isArgument: Bool = false
  ) -> Metadata? {
    if let known = MangledName.type(named: String(name), in: descriptor, arguments: arguments) {
      return known
    }
    if name.hasSuffix("Sg") {
      return optional(
        of: type(
          named: name.dropLast(2), in: descriptor, arguments: arguments, isArgument: isArgument))
    }
    if isArgument, let standIn = Self.standIn(for: name) {
      return MangledName.type(named: standIn, in: nil, arguments: arguments)
    }
    guard let (nominal, rest) = nominalType(at: name) else { return nil }
    guard let accessor = nominal.address.relative(12) else { return nil }
    if rest.isEmpty {
      return nominal.isGeneric ? nil : WrittenTypes.make(accessor, arguments: [])
    }
    guard rest.first == "y", rest.last == "G" else { return nil }
    if nominal.isClass { return Metadata.nativeObject }
    guard nominal.genericParameterCount == 1, nominal.keyArgumentCount == 1 else { return nil }
    let argument = type(
      named: rest.dropFirst().dropLast(), in: descriptor, arguments: arguments, isArgument: true)
    return argument.flatMap { WrittenTypes.make(accessor, arguments: [$0.address.bits]) }
  }

  /// A type that lies in memory as the named one does, whatever private types that one
  /// mentions: the standard library's collections are one reference to storage, which says
  /// itself what its elements are, and all functions are alike.
  private static func standIn(for name: Substring) -> String? {
    let collections = ["Say": "SaySiG", "Shy": "ShySiG", "SDy": "SDyS2iG"]
    if name.last == "G", let standIn = collections[String(name.prefix(3))] { return standIn }
    return name.last == "c" ? "yyc" : nil
  }

  /// A private type is not found by name either, so what it is wrapped in must be made.
  private func optional(of wrapped: Metadata?) -> Metadata? {
    guard let wrapped, let descriptor = symbols.address(ofSymbol: "$sSqMn", near: neighbor),
      let accessor = descriptor.relative(12)
    else { return nil }
    return WrittenTypes.make(accessor, arguments: [wrapped.address.bits])
  }

  /// The descriptor of the nominal type that starts the name, and what follows.
  private func nominalType(at name: Substring) -> (TypeDescriptor, Substring)? {
    let ends = name.indices.filter { "VOC".contains(name[$0]) }.map { name.index(after: $0) }
    for end in ends {
      let rest = name[end...]
      guard rest.isEmpty || rest.first == "y" else { continue }
      if let address = symbols.address(ofSymbol: "$s\(name[..<end])Mn", near: neighbor) {
        return (TypeDescriptor(address), rest)
      }
    }
    return nil
  }
}
