import CSwiftABI

/// Looks up types by the names that the demangler writes out.
///
/// Each nominal type's descriptor has a symbol, which demangles to the same text as the
/// type's name, so private types are found too. A class is any object, because every
/// reference to one lies in memory as any other.
struct WrittenTypes {
  private static let descriptorPrefix = "nominal type descriptor for "

  private let symbols: SymbolTable
  /// An address in the image whose symbols are asked.
  private let neighbor: Address

  init(symbols: SymbolTable, near neighbor: Address) {
    self.symbols = symbols
    self.neighbor = neighbor
  }

  /// - Parameters:
  ///   - context: What the generic parameters in the expression belong to, if anything.
  ///   - arguments: What stands for them.
  func type(
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
    // What its own arguments are does not matter.
    if descriptor.isClass { return Metadata.nativeObject }
    let arguments = arguments()
    let known = arguments.compactMap { $0 }
    return known.count == arguments.count ? Self.type(descriptor, arguments: known) : nil
  }

  /// - Parameter arguments: Types and numbers; an argument that must conform to a protocol
  ///   is not provided for.
  static func type(_ descriptor: TypeDescriptor, arguments: [UInt]) -> Metadata? {
    if descriptor.isClass { return Metadata.nativeObject }
    guard descriptor.keyArgumentCount == arguments.count,
      let accessor = descriptor.address.relative(12)
    else { return nil }
    return make(accessor, arguments: arguments)
  }

  static func optional(of wrapped: Metadata) -> Metadata? {
    guard let descriptor = RuntimeSymbol.address(of: "$sSqMn") else { return nil }
    return type(TypeDescriptor(descriptor), arguments: [wrapped.address.bits])
  }

  /// One word that leads to storage, which says itself what its elements are.
  private static let standIns = [
    "Swift.Array": "SaySiG", "Swift.Set": "ShySiG", "Swift.Dictionary": "SDyS2iG",
  ]

  /// - Parameter name: A collection's mangled name.
  static func standIn(forCollection name: String) -> Metadata? {
    let name = ["Sa": "Swift.Array", "Sh": "Swift.Set", "SD": "Swift.Dictionary"][name]
    return name.flatMap { standIns[$0] }.flatMap {
      MangledName.type(named: $0, in: nil, arguments: Address(0))
    }
  }

  private func descriptor(named name: String) -> TypeDescriptor? {
    let near = name.hasPrefix("Swift.") ? RuntimeSymbol.address(of: "$sSqMn") : neighbor
    return (near.flatMap { symbols.descriptor(named: Self.descriptorPrefix + name, near: $0) })
      .map(TypeDescriptor.init)
  }

  /// The type that a descriptor's accessor makes of generic arguments.
  static func make(_ accessor: Address, arguments: [UInt]) -> Metadata? {
    guard let function = unsafe accessor.pointer else { return nil }
    // Valid: the descriptor's accessor, called with as many arguments as it takes.
    return unsafe Metadata(
      arguments.withUnsafeBufferPointer {
        unsafe lk_type_from_accessor(function, $0.baseAddress, $0.count)
      })
  }
}
