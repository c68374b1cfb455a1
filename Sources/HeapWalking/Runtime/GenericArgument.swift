/// What stands for one generic parameter of a closure.
enum GenericArgument: Hashable {
  case type(Metadata)
  /// Types side by side, for a parameter pack. The runtime marks packs that it keeps,
  /// and a closure's are, with the lowest bit, and stores their length before them.
  case pack(UInt)
  /// A number, for a `let` parameter.
  case value(UInt)
  case unknown

  /// The argument stored at `place`; `nil` where there is none.
  ///
  /// A number large enough to be an address is taken for a type, which does no harm:
  /// no name uses it as one.
  init?(at place: Address) {
    let word = place.word()
    if word < Address.least {
      self = .value(word)
    } else if word & 7 == 0 {
      guard Address(word &- 8).isReadable, Metadata(Address(word)).kind != nil else { return nil }
      self = .type(Metadata(Address(word)))
    } else if word & 7 == 1 {
      self = .pack(word)
    } else {
      return nil
    }
  }

  var word: UInt {
    switch self {
    case .type(let metadata): metadata.address.bits
    case .pack(let word), .value(let word): word
    case .unknown: 0
    }
  }

  /// The parameter's descriptor: 0x80 says that there is an argument, the rest is its
  /// kind. Source: `GenericParamDescriptor` in `MetadataValues.h` of the Swift repository.
  var descriptor: UInt8 {
    switch self {
    case .type: 0x80
    case .pack: 0x81
    case .value: 0x82
    case .unknown: 0
    }
  }
}
