/// The generic parameters of a closure and their known arguments.
///
/// A closure has no context descriptor, so an environment is created for the runtime: flags (the
/// number of levels in 12 bits, the number of requirements in 16), the cumulative number of
/// parameters at each level (16 bits each), and a byte for each parameter: its
/// ``GenericArgument/descriptor``, or 0 if its argument is unknown. Associated types are looked up
/// by conformance and need no requirements. Source: `TargetGenericEnvironment` in
/// `GenericContext.h` of the Swift repository.
struct GenericEnvironment {
  /// The arguments of the known parameters.
  let arguments: [GenericParameter: GenericArgument]
  private var descriptor: [UInt8] = []
  private var words: [UInt] = []

  /// An environment without known parameters.
  static let empty = GenericEnvironment([:])

  init(_ arguments: [GenericParameter: GenericArgument]) {
    self.arguments = arguments
    let levels = (arguments.keys.map(\.depth).max() ?? -1) + 1
    append(UInt32(levels))
    var total = 0
    var parameters: [UInt8] = []
    for depth in 0..<levels {
      let count = (arguments.keys.filter { $0.depth == depth }.map(\.index).max() ?? -1) + 1
      total += count
      append(UInt16(total))
      for index in 0..<count {
        let argument = arguments[GenericParameter(depth: depth, index: index)]
        parameters.append(argument?.descriptor ?? 0)
        if let argument { words.append(argument.word) }
      }
    }
    descriptor += parameters
  }

  private mutating func append(_ value: some FixedWidthInteger) {
    unsafe withUnsafeBytes(of: value.littleEndian) { unsafe descriptor.append(contentsOf: $0) }
  }

  /// Returns whether every parameter that a type's name mentions is known.
  ///
  /// The kind of each parameter comes from the compiler's record, and its argument was read
  /// accordingly, so a type is never used as a pack.
  func covers(_ name: MangledName) -> Bool {
    let mentioned = MentionedParameters(name.operators)
    return !mentioned.isUncertain && mentioned.parameters.allSatisfy { arguments[$0] != nil }
  }

  func withUnsafePointers<Result>(
    _ body: (UnsafeRawPointer?, UnsafePointer<UnsafeRawPointer?>?) -> Result
  ) -> Result {
    unsafe descriptor.withUnsafeBytes { descriptor in
      unsafe words.withUnsafeBytes { words in
        unsafe body(
          descriptor.baseAddress,
          words.baseAddress?.assumingMemoryBound(to: UnsafeRawPointer?.self))
      }
    }
  }
}
