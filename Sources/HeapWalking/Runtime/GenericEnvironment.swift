/// The generic parameters of a closure and the types they stand for.
///
/// A closure has no context descriptor, so the runtime is handed an environment
/// made for the purpose: flags (levels in 12 bits, requirements in 16), the
/// cumulative number of parameters at each level (16 bits each), a byte for each
/// parameter (see ``GenericArgument/descriptor``). Associated types are looked up by
/// conformance and need no requirements. Source: `TargetGenericEnvironment` in
/// `GenericContext.h` of the Swift repository.
struct GenericEnvironment {
  private var descriptor: [UInt8]
  private var arguments: [UInt]

  /// Some parameter is a pack, so expansions of packs can be resolved.
  let hasPacks: Bool

  /// - Parameter levels: For each depth what its parameters stand for, in order.
  init(levels: [[GenericArgument]]) {
    var bytes: [UInt8] = []
    func append(_ value: some FixedWidthInteger) {
      unsafe withUnsafeBytes(of: value.littleEndian) { unsafe bytes.append(contentsOf: $0) }
    }
    append(UInt32(levels.count))
    var total = 0
    for level in levels {
      total += level.count
      append(UInt16(total))
    }
    bytes += levels.joined().map(\.descriptor)
    descriptor = bytes
    arguments = levels.joined().map(\.word)
    hasPacks = levels.joined().contains { if case .pack = $0 { true } else { false } }
  }

  func withUnsafePointers<Result>(
    _ body: (UnsafeRawPointer?, UnsafePointer<UnsafeRawPointer?>?) -> Result
  ) -> Result {
    unsafe descriptor.withUnsafeBytes { descriptor in
      unsafe arguments.withUnsafeBytes { arguments in
        unsafe body(
          descriptor.baseAddress,
          arguments.baseAddress?.assumingMemoryBound(to: UnsafeRawPointer?.self))
      }
    }
  }
}
