/// The context descriptor of a class, struct or enum.
///
/// Layout: flags, parent, name, access function and field descriptor, then members that depend on
/// the kind. Each of the first five has 32 bits, and references are relative. Source:
/// `TargetTypeContextDescriptor` in `Metadata.h` of the Swift repository.
struct TypeDescriptor: Hashable {
  let address: Address

  init(_ address: Address) { self.address = address }

  var flags: UInt32 { address.uint32(0) }
  var isGeneric: Bool { flags & 0x80 != 0 }
  var isClass: Bool { flags & 0x1F == 16 }
  var isStruct: Bool { flags & 0x1F == 17 }

  /// A Boolean value indicating whether the kind is class, struct or enum.
  var describesType: Bool { (16...18).contains(flags & 0x1F) }

  var name: String { address.relative(8)?.text ?? "" }

  /// The fields; `nil` if the program was built without reflection metadata.
  var fields: FieldDescriptor? { address.relative(16).map(FieldDescriptor.init) }

  /// The name of the module that declares the type.
  var module: String {
    var context = address
    while let parent = context.indirectableRelative(4) { context = parent }
    return context.uint32(0) & 0x1F == 0 ? context.relative(8)?.text ?? "" : ""
  }

  /// A Boolean value indicating whether the type is the standard library's `Unmanaged`.
  var isUnmanaged: Bool { name == "Unmanaged" && module == "Swift" }

  /// The number of words from a struct's metadata to its vector of 32-bit field offsets.
  var structFieldOffsetVector: Int { Int(address.uint32(24)) }

  /// The number of generic parameters; 0 if the type is not generic.
  ///
  /// In the descriptor of a generic type, a header follows the fixed part. It starts with two
  /// 32-bit references and the number of parameters.
  var genericParameterCount: Int {
    guard isGeneric else { return 0 }
    let fixed = isClass ? 44 : 28
    return Int(address.load(fixed + 8, as: UInt16.self))
  }

  /// The number of words that the generic arguments occupy, including the lengths of packs, and
  /// witness tables. The access function takes these words.
  var keyArgumentCount: Int {
    guard isGeneric else { return 0 }
    let fixed = isClass ? 44 : 28
    return Int(address.load(fixed + 12, as: UInt16.self))
  }

  /// Returns the kind of a generic parameter of the type or its contexts; `nil` for a parameter
  /// without an argument. Parameters are counted from the outermost context.
  ///
  /// A byte for each parameter follows the header. Bit 7 is set if there is an argument. The lower
  /// six bits are 0 for a type, 1 for a pack and 2 for a number.
  func genericParameterKind(_ index: Int) -> GenericParameter.Kind? {
    guard index < genericParameterCount else { return nil }
    let byte = address.byte((isClass ? 44 : 28) + 16 + index)
    guard byte & 0x80 != 0 else { return nil }
    return [0: .type, 1: .pack, 2: .number][byte & 0x3F]
  }
}
