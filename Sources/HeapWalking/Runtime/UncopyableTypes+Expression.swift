// Types of any number of arguments, by the name that is written out: each nominal type's
// descriptor has a symbol, which demangles to the same text as the type's own name.

extension UncopyableTypes {
  private static let descriptorPrefix = "nominal type descriptor for "

  /// - Parameter name: A mangled type without symbolic references, perhaps after a generic
  ///   signature.
  func type(
    writtenOut name: Substring, in descriptor: TypeDescriptor?, arguments: Address
  ) -> Metadata? {
    guard let text = Demangler.demangle("$s\(name)D"), let expression = TypeExpression(text) else {
      return nil
    }
    return type(of: expression, in: descriptor, arguments: arguments)
  }

  private func type(
    of expression: TypeExpression, in context: TypeDescriptor?, arguments: Address
  ) -> Metadata? {
    switch expression {
    case .nominal(let name, let parts):
      return nominalType(named: name) {
        parts.map { argument(of: $0, in: context, arguments: arguments) }
      }
    case .parameter(let index):
      guard let context, index < context.genericParameterCount else { return nil }
      return Metadata(arguments.address(8 * index))
    case .function: return MangledName.type(named: "yyc", in: nil, arguments: Address(0))
    case .tuple(let elements):
      return elements.isEmpty
        ? MangledName.type(named: "yt", in: nil, arguments: Address(0)) : nil
    case .number: return nil
    }
  }

  private func argument(
    of expression: TypeExpression, in context: TypeDescriptor?, arguments: Address
  ) -> UInt? {
    if case .number(let number) = expression { return UInt(bitPattern: number) }
    return type(of: expression, in: context, arguments: arguments)?.address.bits
  }

  private func nominalType(named name: String, arguments: () -> [UInt?]) -> Metadata? {
    if let standIn = Self.standIns[name] {
      return MangledName.type(named: standIn, in: nil, arguments: Address(0))
    }
    guard let descriptor = descriptor(named: name) else { return nil }
    // Every reference to an object lies in memory as any other.
    if descriptor.isClass { return Metadata.nativeObject }
    let arguments = arguments()
    let known = arguments.compactMap { $0 }
    guard known.count == arguments.count, descriptor.keyArgumentCount == known.count,
      let accessor = descriptor.address.relative(12)
    else { return nil }
    return make(accessor, arguments: known)
  }

  /// One word that leads to storage, which says itself what its elements are.
  private static let standIns = [
    "Swift.Array": "SaySiG", "Swift.Set": "ShySiG", "Swift.Dictionary": "SDyS2iG",
  ]

  private func descriptor(named name: String) -> TypeDescriptor? {
    let near = name.hasPrefix("Swift.") ? LoadedImage.exportedSymbol("$sSqMn") : neighbor
    return (near.flatMap { symbols.descriptor(named: Self.descriptorPrefix + name, near: $0) })
      .map(TypeDescriptor.init)
  }
}
