/// An object that distinguishes metadata from other memory.
///
/// In an object that is under construction, a word may have any value. Therefore each word is
/// checked before it is used as the address of metadata.
///
/// Metadata of generic types is allocated, so it cannot be recognized by its address. However, such
/// metadata refers to parts of an image: the descriptor of a nominal type, and the function that
/// destroys an object. The address of this function is stored two words before the address point.
final class MetadataCheck {
  private let images: [Range<UInt>]
  /// The addresses that were already recognized as the metadata of objects. They remain valid,
  /// because metadata is never unloaded.
  private let known = MetadataTable<Bool>()

  init() { images = LoadedImage.all().map(\.range) }

  private func isInImage(_ address: Address) -> Bool {
    images.contains { $0.contains(address.bits) }
  }

  /// Returns whether the record is the metadata of a type rather than of a closure context, a box,
  /// a task or a job.
  func isType(_ metadata: Metadata) -> Bool {
    guard isMapped(metadata) else { return false }
    switch metadata.kind {
    case .classType: return isObjectMetadata(metadata)
    case .structType, .enumType, .optionalType, .foreignClass, .foreignReference:
      return hasDescriptor(metadata)
    case .closureContext, .genericBox, .errorBox, .task, .job, nil: return false
    // Without Objective-C the runtime has no value witnesses for a block's type.
    case .function where metadata.isBlock: return true
    default: return metadata.hasLayout && isMappedLayout(metadata)
    }
  }

  /// Returns whether the record is the metadata of an object: an instance of a class, a closure
  /// context, a box, a task or a job.
  func isObjectMetadata(_ metadata: Metadata) -> Bool {
    guard isMapped(metadata) else { return false }
    switch metadata.kind {
    case .classType: return hasDescriptor(metadata) && hasDestructor(metadata)
    case .closureContext, .errorBox, .task, .job: return hasDestructor(metadata)
    case .genericBox:
      return hasDestructor(metadata) && isType(Metadata(metadata.address.address(16)))
    default: return false
    }
  }

  /// Returns whether the word at `address` is the address of an object's metadata. `address` may
  /// have any value.
  ///
  /// - Complexity: At most one system call if the metadata was recognized before, otherwise
  ///   several.
  func isObject(at address: Address) -> Bool {
    guard address.isReadable else { return false }
    let metadata = address.word()
    if known[metadata] != nil { return true }
    guard isObjectMetadata(Metadata(Address(metadata))) else { return false }
    known.insert(metadata, true)
    return true
  }

  private func isMapped(_ metadata: Metadata) -> Bool {
    (metadata.address + -16).isReadable && (metadata.address + 40).isReadable
  }

  private func isMappedLayout(_ metadata: Metadata) -> Bool {
    let witnesses = metadata.address.address(-8)
    return witnesses.isReadable && (witnesses + 0x50).isReadable
  }

  private func hasDescriptor(_ metadata: Metadata) -> Bool {
    guard let descriptor = metadata.descriptor else { return false }
    return isInImage(descriptor.address) && descriptor.describesType
  }

  private func hasDestructor(_ metadata: Metadata) -> Bool {
    isInImage(metadata.address.address(-16))
  }
}
