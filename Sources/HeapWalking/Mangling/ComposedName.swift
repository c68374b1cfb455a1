import CSwiftABI

/// A mangled name composed of text, descriptors and known types.
///
/// The runtime can find a public type by its name, but not a private or noncopyable type. A
/// composed name can denote any type, because it refers to the type's descriptor by address. A
/// type whose metadata is known appears in the name as a generic parameter, and the type is the
/// argument for this parameter. The runtime itself looks up the conformances of the arguments.
struct ComposedName {
  private var bytes: [UInt8] = []
  /// The references to descriptors, each with its offset in the name.
  private var references: [(offset: Int, descriptor: Address)] = []
  private var arguments: [GenericArgument] = []

  /// The control character of an indirect symbolic reference. The four bytes after it contain the
  /// distance from these bytes to a word, and the word contains the address of a descriptor.
  /// Source: `Mangling.rst` in the Swift repository.
  private static let indirectReference: UInt8 = 2

  mutating func append(_ text: String) { bytes += Array(text.utf8) }

  /// Appends a nominal type or a protocol.
  mutating func append(descriptor: Address) {
    references.append((bytes.count, descriptor))
    bytes += [Self.indirectReference, 0, 0, 0, 0]
  }

  /// Appends a type, a number or a pack.
  mutating func append(_ argument: GenericArgument) {
    append(GenericParameter(depth: 0, index: arguments.count).mangled)
    arguments.append(argument)
  }

  /// Appends a list of types, such as the elements of a tuple, and the operator that ends the list.
  mutating func append(list types: [Metadata], closedBy closing: String) {
    for (index, type) in types.enumerated() {
      append(.type(type))
      // In a mangled list, `_` follows the first element.
      if index == 0 { append("_") }
    }
    append(closing)
  }

  /// Returns the type that the name denotes; `nil` if the runtime cannot create it.
  func type() -> Metadata? {
    let parameters = arguments.indices.map { GenericParameter(depth: 0, index: $0) }
    let environment = GenericEnvironment(
      Dictionary(zip(parameters, arguments), uniquingKeysWith: { first, _ in first }))
    let space = 8 * references.count + bytes.count + 1
    return unsafe withUnsafeTemporaryAllocation(byteCount: space, alignment: 8) { memory in
      // The memory is large enough for the descriptors' addresses and the name. It exists until the
      // closure returns, and the runtime does not refer to the name after that.
      unsafe write(to: memory)
      guard let start = memory.baseAddress else { return nil }
      let name = unsafe start + 8 * references.count
      return unsafe environment.withUnsafePointers { descriptor, words in
        unsafe Metadata(
          lk_type_in_environment(
            name.assumingMemoryBound(to: CChar.self), bytes.count, descriptor, words))
      }
    }
  }

  /// Writes the descriptors' addresses, then the zero-terminated name.
  private func write(to memory: UnsafeMutableRawBufferPointer) {
    let first = 8 * references.count
    for (index, byte) in bytes.enumerated() { unsafe memory[first + index] = byte }
    unsafe memory[first + bytes.count] = 0
    for (index, reference) in references.enumerated() {
      let position = first + reference.offset + 1
      unsafe memory.storeBytes(
        of: reference.descriptor.bits, toByteOffset: 8 * index, as: UInt.self)
      unsafe memory.storeBytes(
        of: Int32(8 * index - position), toByteOffset: position, as: Int32.self)
    }
  }
}

extension GenericParameter {
  /// The mangled name: `x`, `q_`, `q0_`, …, and `qd__`, `qd_0_`, … for deeper contexts.
  var mangled: String {
    if self == .first { return "x" }
    return depth == 0
      ? "q\(Self.mangled(index - 1))"
      : "qd\(Self.mangled(depth - 1))\(Self.mangled(index))"
  }

  /// Returns an index in its mangled form: `_` for 0, `0_` for 1.
  private static func mangled(_ index: Int) -> String { index == 0 ? "_" : "\(index - 1)_" }
}
