/// A mangled type name in memory, which may contain symbolic references.
///
/// A symbolic reference consists of a control character and a reference. After a control character
/// 0x01–0x17, the reference is relative and has 32 bits. After 0x18–0x1F, it is an absolute
/// pointer. A zero byte ends the name. Source: `Mangling.rst` in the Swift repository.
struct MangledName {
  let address: Address
  /// The length in bytes, if this is only a part of a name; `nil` for a complete name, which ends
  /// with a zero byte.
  private let limit: Int?

  init(_ address: Address) { self.init(address, limit: nil) }

  private init(_ address: Address, limit: Int?) {
    self.address = address
    self.limit = limit
  }

  /// The kind of a stored reference, according to the suffix of the name.
  enum Ownership {
    case strong, weak, unowned, unmanaged
  }

  /// The control character of a reference to a function that returns the type. Such a reference
  /// replaces the name of a noncopyable type, so that old runtimes do not copy values of the type.
  private static let accessor: UInt8 = 9

  /// Calls `body` for each character and each symbolic reference. The offset and the length are in
  /// bytes.
  private func scan(_ body: (_ offset: Int, _ byte: UInt8, _ length: Int) -> Void) {
    var offset = 0
    while true {
      let byte = address.byte(offset)
      guard byte != 0, offset < limit ?? .max else { return }
      let length = byte < 0x18 ? 5 : byte < 0x20 ? 1 + MemoryLayout<UInt>.size : 1
      body(offset, byte, length)
      offset += length
    }
  }

  /// A character or a symbolic reference.
  struct Token {
    var offset: Int
    var length: Int
    /// `nil` for a reference.
    var character: Character?
  }

  var tokens: [Token] {
    var tokens: [Token] = []
    scan { offset, byte, length in
      let character = length == 1 ? Character(UnicodeScalar(byte)) : nil
      tokens.append(Token(offset: offset, length: length, character: character))
    }
    return tokens
  }

  /// Returns the part of the name that a range of bytes contains.
  func part(_ range: Range<Int>) -> MangledName {
    MangledName(address + range.lowerBound, limit: range.count)
  }

  /// The length in bytes.
  var length: Int {
    var end = 0
    scan { offset, _, length in end = offset + length }
    return end
  }

  /// The text of the name, in which `Si` replaces each symbolic reference so that the text can be
  /// demangled. In this text, only the outermost operators are meaningful.
  var operators: String {
    var text = ""
    scan { _, byte, length in
      text += length == 1 ? String(UnicodeScalar(byte)) : "Si"
    }
    return text
  }

  var ownership: Ownership {
    var last: (UInt8, UInt8) = (0, 0)
    scan { _, byte, length in last = length == 1 ? (last.1, byte) : (0, 0) }
    guard last.0 == UInt8(ascii: "X") else { return .strong }
    switch last.1 {
    case UInt8(ascii: "w"): return .weak
    case UInt8(ascii: "o"): return .unowned
    case UInt8(ascii: "u"): return .unmanaged
    default: return .strong
    }
  }

  /// A Boolean value indicating whether the type is an unowned or unmanaged optional reference.
  var isUnownedOptional: Bool { operators.hasSuffix("SgXo") || operators.hasSuffix("SgXu") }

  /// A Boolean value indicating whether the type is a block or an optional block.
  var isBlock: Bool {
    var name = Substring(operators)
    while name.hasSuffix("Sg") { name = name.dropLast(2) }
    return name.hasSuffix("XB")
  }

  /// A Boolean value indicating whether the name is a symbolic reference to an accessor function.
  var isAccessor: Bool { address.byte() == Self.accessor }

  /// The instance type, if the name denotes a metatype that is stored as a word in memory;
  /// otherwise `nil`.
  var instanceOfMetatype: MangledName? {
    guard operators.hasSuffix("XMT") else { return nil }
    return MangledName(address, limit: length - 3)
  }

  /// The target of the relative reference in bytes 1 to 4 of the name. These bytes may be
  /// unaligned.
  var symbolicReference: Address {
    let distance = (1...4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32(address.byte($1)) }
    return address + 1 + Int(Int32(bitPattern: distance))
  }
}
