/// The generic parameters of a closure and what is known to stand for them.
///
/// A closure has no context descriptor, so the runtime is handed an environment
/// made for the purpose: flags (levels in 12 bits, requirements in 16), the
/// cumulative number of parameters at each level (16 bits each), a byte for each
/// parameter (see ``GenericArgument/descriptor``; 0 for one without an argument).
/// Associated types are looked up by conformance and need no requirements. Source:
/// `TargetGenericEnvironment` in `GenericContext.h` of the Swift repository.
struct GenericEnvironment {
  /// What stands for the parameters that are known.
  let arguments: [GenericParameter: GenericArgument]
  private var descriptor: [UInt8] = []
  private var words: [UInt] = []

  /// No parameter is known.
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

  /// Every parameter that a type's name mentions is known.
  ///
  /// Of which kind each is the compiler's record says, and the argument was read as that,
  /// so a name never finds a type where it expects a pack.
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
