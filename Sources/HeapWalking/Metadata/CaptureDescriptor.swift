/// The compiler's record of what a closure context or the box of a captured variable contains.
///
/// The metadata of the context has the kind 0x400. Offset 8 of the metadata stores the offset at
/// which the contents of the context start, and offset 16 stores the address of the record.
///
/// The record starts with three 32-bit counts: the numbers of captures, metadata sources and
/// bindings. For each capture, a relative reference to the name of its type follows. For each
/// metadata source, two relative references follow: to the name of the generic parameter, and to
/// the source of its argument.
///
/// The contents of the context are the bindings, one word each, and then the captures. A binding is
/// a generic argument, the length of a parameter pack, or a witness table. Source:
/// `CaptureDescriptor` in `RemoteInspection/Records.h` of the Swift repository.
struct CaptureDescriptor {
  let address: Address
  /// The offset of the first binding in the context.
  let firstBinding: Int

  /// The size of the header of every object: its metadata and its reference counts.
  private static let headerSize = 16

  /// The offset of the first capture, before alignment.
  var firstCapture: Int { firstBinding + 8 * bindingCount }

  /// Creates the record to which the metadata of a closure context refers; `nil` for other
  /// metadata, and if there is no record, for example because the program was built without
  /// reflection metadata.
  init?(_ metadata: Metadata) {
    guard metadata.kind == .closureContext else { return nil }
    address = metadata.address.address(16)
    // The compiler stores 0 as the offset if the size of the first capture is known only at run
    // time, for example if the capture is a structure of a resilient library
    // (`buildPrivateMetadata` in `GenHeap.cpp`).
    firstBinding = max(Self.headerSize, Int(metadata.address.uint32(8)))
    if address.isNull { return nil }
  }

  var captureCount: Int { Int(address.uint32(0)) }
  var sourceCount: Int { Int(address.uint32(4)) }
  var bindingCount: Int { Int(address.uint32(8)) }

  func capture(_ index: Int) -> MangledName? {
    address.relative(12 + 4 * index).map(MangledName.init)
  }

  /// The sources of the generic arguments, except sources of an unknown form.
  var sources: [MetadataSource] {
    let records = address + 12 + 4 * captureCount
    return (0..<sourceCount).compactMap { index in
      let record = records + 8 * index
      guard let parameter = record.relative(0), let source = record.relative(4) else { return nil }
      return MetadataSource(MangledName(parameter).operators, source.text)
    }
  }

  /// Returns the offset of a capture; `nil` if the layout of this or an earlier capture is unknown.
  func offset(of index: Int, in environment: GenericEnvironment) -> Int? {
    var offset = firstCapture
    for position in 0...index {
      guard let name = capture(position), let layout = CaptureLayout(name, in: environment) else {
        return nil
      }
      offset = layout.aligned(offset)
      if position < index { offset += layout.size }
    }
    return offset
  }
}
