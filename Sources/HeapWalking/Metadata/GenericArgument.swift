/// The argument for one generic parameter of a closure or a nominal type.
enum GenericArgument: Hashable {
  case type(Metadata)
  /// The types of a parameter pack: the address of a list of types, with the lowest bit set. The
  /// bit indicates that the list is on the heap, as it always is for closures. The word before the
  /// list is its length.
  case pack(UInt)
  /// A number, for a `let` parameter.
  case value(UInt)

  /// Creates the argument stored at an address; `nil` if no argument of that kind is stored there.
  init?(at address: Address, _ kind: GenericParameter.Kind) {
    let word = address.word()
    switch kind {
    case .number:
      self = .value(word)
    case .pack:
      guard word & 7 == 1, Address(word & ~7).isReadable else { return nil }
      self = .pack(word)
    case .type:
      guard Address(word &- 8).isReadable, Metadata(Address(word)).kind != nil else { return nil }
      self = .type(Metadata(Address(word)))
    }
  }

  /// Creates the argument for a generic parameter of a nominal type or of an enclosing context;
  /// `nil` if the type has parameter packs, or if the argument is unknown.
  ///
  /// - Parameter arguments: The address of the generic arguments in the type's metadata.
  init?(_ parameter: GenericParameter, in descriptor: TypeDescriptor, arguments: Address) {
    let kinds = (0..<descriptor.genericParameterCount).map(descriptor.genericParameterKind)
    // The lengths of packs are stored before the other arguments. Without packs, the position of an
    // argument is its index.
    guard !kinds.contains(.pack) else { return nil }
    // A number must not be looked up, because the runtime would use it as the address of a type.
    if parameter.depth == 0, kinds.indices.contains(parameter.index),
      kinds[parameter.index] == .number
    {
      self = .value(arguments.word(8 * parameter.index))
      return
    }
    guard parameter.depth == 0 || !kinds.contains(.number) else { return nil }
    let type = MangledName.type(named: parameter.mangled, in: descriptor, arguments: arguments)
    guard let type else { return nil }
    self = .type(type)
  }

  var word: UInt {
    switch self {
    case .type(let metadata): metadata.address.bits
    case .pack(let word), .value(let word): word
    }
  }

  /// The descriptor byte of the parameter: bit 7 indicates that there is an argument, and the lower
  /// six bits are the argument's kind. Source: `GenericParamDescriptor` in `MetadataValues.h` of
  /// the Swift repository.
  var descriptor: UInt8 {
    switch self {
    case .type: 0x80
    case .pack: 0x81
    case .value: 0x82
    }
  }
}
