/// The generic parameters of a closure and their known arguments.
///
/// A closure has no context descriptor, so this type creates an environment for the runtime. The
/// environment consists of flags (the number of levels in 12 bits, the number of requirements in 16
/// bits), the number of parameters up to each level (16 bits each), and a byte for each parameter.
/// The byte is the ``GenericArgument/descriptor`` of the parameter's argument, or 0 if the argument
/// is unknown. The environment contains no requirements, because the runtime finds associated types
/// by looking up conformances. Source: `TargetGenericEnvironment` in `GenericContext.h` of the
/// Swift repository.
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

  /// Returns whether the arguments of all parameters that `name` mentions are known.
  ///
  /// The kinds of parameters need no check. Each argument was read as the kind that the compiler
  /// recorded for its parameter, so a type is never used as a pack.
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
