/// The reflection record of a nominal type's fields or cases.
///
/// Layout: mangled type name and superclass (32-bit relative references), kind and record size (16
/// bits each), count (32 bits), then the records. Each record consists of flags, mangled type name
/// and name. Source: `RemoteInspection/Records.h` in the Swift repository.
struct FieldDescriptor {
  let address: Address

  init(_ address: Address) { self.address = address }

  var count: Int { Int(address.uint32(12)) }

  subscript(index: Int) -> FieldRecord {
    FieldRecord(address: address + 16 + index * Int(address.load(10, as: UInt16.self)))
  }
}

/// One field of a type, or one case of an enum.
struct FieldRecord {
  let address: Address

  /// A Boolean value indicating whether the case's payload is stored in a box.
  var isIndirectCase: Bool { address.uint32(0) & 1 != 0 }

  /// A Boolean value indicating whether the property is declared with `var`.
  var isVariable: Bool { address.uint32(0) & 2 != 0 }

  /// The mangled name of the type; `nil` for a case without a payload.
  var typeName: MangledName? { address.relative(4).map(MangledName.init) }

  /// The name in the declaration; for the storage of a `lazy` property, the name of the property.
  var name: String { isLazy ? String(storedName.dropFirst(Self.lazyPrefix.count)) : storedName }

  /// A Boolean value indicating whether the field is the storage of a `lazy` property. The type of
  /// the field is then an optional of the property's type.
  var isLazy: Bool { storedName.hasPrefix(Self.lazyPrefix) }

  private var storedName: String { address.relative(8)?.text ?? "" }

  private static let lazyPrefix = "$__lazy_storage_$_"
}
