import CSwiftABI

/// A type's metadata record.
///
/// The first word is the kind, which is zero for a class on Linux. The word before the address
/// point refers to the value-witness table. Sources: `MetadataKind.def`, `MetadataValues.h`
/// and `Metadata.h` in the Swift repository.
struct Metadata: Hashable, BitwiseCopyable {
  /// The kinds that the walker distinguishes.
  enum Kind: UInt {
    case classType = 0
    case structType = 0x200
    case enumType = 0x201
    case optionalType = 0x202
    case foreignClass = 0x203
    /// A C++ class that is imported as a reference type.
    case foreignReference = 0x204
    case opaque = 0x300
    case tuple = 0x301
    case function = 0x302
    case existential = 0x303
    case metatype = 0x304
    case existentialMetatype = 0x306
    case extendedExistential = 0x307
    case fixedArray = 0x308
    case closureContext = 0x400
    case genericBox = 0x500
    case errorBox = 0x501
    case task = 0x502
    case job = 0x503
  }

  let address: Address

  init(_ address: Address) { self.address = address }

  init?(_ pointer: UnsafeRawPointer?) {
    guard let pointer = unsafe pointer else { return nil }
    unsafe address = Address(pointer)
  }

  /// The kind; `nil` for a kind that the walker does not distinguish.
  ///
  /// A word above 0x7FF denotes a class: with Objective-C, it is the metaclass pointer.
  var kind: Kind? {
    let word = address.word()
    return word > 0x7FF ? .classType : Kind(rawValue: word)
  }

  /// The Swift type, which is used only for its name.
  ///
  /// Valid only for the metadata of a type, not of a closure context or a box.
  var type: Any.Type? {
    guard let pointer = unsafe address.pointer else { return nil }
    // The cast is valid, because a metatype is represented by a pointer to its metadata.
    return unsafe unsafeBitCast(pointer, to: Any.Type.self)
  }

  // In the metadata of a struct, an enum or a foreign class, the descriptor follows the kind. In
  // the metadata of a class, it follows the header.
  var descriptor: TypeDescriptor? {
    let stored =
      switch kind {
      case .structType, .enumType, .optionalType, .foreignClass, .foreignReference:
        address.address(8)
      case .classType: address.address(40)
      default: Address(0)
      }
    return stored.isNull ? nil : TypeDescriptor(stored)
  }

  /// The address of the generic arguments of a struct or an enum.
  var valueGenericArguments: Address { address + 16 }

  /// The type of a tuple's last element; `nil` for the empty tuple.
  var lastTupleElement: Metadata? {
    let count = Int(bitPattern: address.word(8))
    return count > 0 ? Metadata(address.address(24 + (count - 1) * 16)) : nil
  }

  // The value-witness table. Source: `ValueWitness.def` in the Swift repository.

  private var witnesses: Address { address.address(-8) }

  /// A Boolean value indicating whether the type has value witnesses, which describe its layout.
  /// Block types and some C types have none.
  var hasLayout: Bool { !witnesses.isNull }
  var size: Int { Int(bitPattern: witnesses.word(0x40)) }
  var stride: Int { Int(bitPattern: witnesses.word(0x48)) }
  private var flags: UInt32 { witnesses.uint32(0x50) }
  var alignment: Int { Int(flags & 0xFF) + 1 }
  /// A Boolean value indicating whether values of the type can be copied byte by byte. If so, they
  /// contain no counted references.
  var isPlainData: Bool { flags & 0x1_0000 == 0 }
  /// A Boolean value indicating whether an existential stores a value of the type in a box.
  var isStoredOutOfLine: Bool { flags & 0x2_0000 != 0 }

  static let nativeObject = unsafe Metadata(lk_native_object_metadata())
  static let bridgeObject = unsafe Metadata(lk_bridge_object_metadata())
}
