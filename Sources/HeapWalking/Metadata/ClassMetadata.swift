/// The metadata of one class in an object's chain of superclasses.
///
/// Layout without Objective-C: kind, superclass, flags and instance address point, instance size,
/// alignment, class size, class address point, descriptor, the function that destroys stored
/// properties, then the members. Source: `TargetClassMetadata` in `Metadata.h` of the Swift
/// repository.
struct ClassMetadata {
  let metadata: Metadata
  let descriptor: TypeDescriptor

  init?(_ metadata: Metadata) {
    guard metadata.kind == .classType, let descriptor = metadata.descriptor, descriptor.isClass
    else { return nil }
    self.metadata = metadata
    self.descriptor = descriptor
  }

  var superclass: Metadata? {
    let address = metadata.address.address(8)
    return address.isNull ? nil : Metadata(address)
  }

  /// The size of an instance of this class, including the fields of its superclasses, in
  /// bytes.
  var instanceSize: Int { Int(metadata.address.uint32(24)) }

  // Flags that only class descriptors have. They are stored above the 16 bits of flags that all
  // descriptors share.
  private var hasResilientSuperclass: Bool { descriptor.flags & (1 << 29) != 0 }
  private var hasNegativeImmediateMembers: Bool { descriptor.flags & (1 << 28) != 0 }

  /// The offset, in words, of the first member that this class adds to the metadata.
  ///
  /// If the superclass is from a resilient module, the offset is known only at run time. It is then
  /// stored in a bounds record, to which the descriptor refers.
  private var immediateMembers: Int {
    if hasResilientSuperclass {
      guard let bounds = descriptor.address.relative(24) else { return 0 }
      return Int(bitPattern: bounds.word()) / 8
    }
    let negativeSize = Int(descriptor.address.uint32(24))
    let positiveSize = Int(descriptor.address.uint32(28))
    let count = Int(descriptor.address.uint32(32))
    return hasNegativeImmediateMembers ? -negativeSize : positiveSize - count
  }

  /// The address of the generic arguments that this class adds.
  var genericArguments: Address { metadata.address + immediateMembers * 8 }

  /// The number of stored properties that this class declares.
  var fieldCount: Int { Int(descriptor.address.uint32(36)) }

  /// Returns the offset of a stored property from the start of an instance.
  func fieldOffset(_ index: Int) -> Int {
    let vector = Int(descriptor.address.uint32(40))
    let words = (hasResilientSuperclass ? immediateMembers : 0) + vector
    return Int(bitPattern: metadata.address.word((words + index) * 8))
  }
}
