import CSwiftRuntime

/// The size, alignment and meaning of one capture, from its mangled type.
///
/// The runtime resolves types a program can write. A capture's type can also be
/// one that only the compiler knows: the box of a variable (`Xb`, `XX`), a lowered
/// function (`I…_`), a metatype without representation (`XMt`). Those are read
/// from the name. Source: `Mangling.rst` in the Swift repository.
struct CaptureLayout {
  enum Content {
    /// A value of this type.
    case value(Metadata)
    case weak, unowned, unmanaged
    /// A strong reference of any type.
    case reference
    case function
    case block
    /// Words without any reference.
    case plain
  }

  var content: Content
  var size: Int
  var alignment: Int

  func aligned(_ offset: Int) -> Int { (offset + alignment - 1) & ~(alignment - 1) }

  /// - Parameter environment: The generic parameters; `nil` when they are not known.
  init?(_ name: MangledName, in environment: GenericEnvironment?) {
    let operators = name.operators
    if let known = Self.compilerType(operators) {
      self = known
      return
    }
    let type =
      environment.map { name.type(in: $0) } ?? name.type(in: nil, arguments: Address(0))
    switch name.ownership {
    case .weak: self.init(content: .weak, words: Self.words(ofReferent: type))
    case .unowned: self.init(content: .unowned, words: Self.words(ofReferent: type))
    case .unmanaged: self.init(content: .unmanaged, words: Self.words(ofReferent: type))
    case .strong:
      guard let type else { return nil }
      if type.kind == .classType || type.kind == .foreignClass {
        self.init(content: .reference, words: 1)
      } else {
        guard type.hasLayout else { return nil }
        self.init(content: .value(type), size: type.size, alignment: type.alignment)
      }
    }
  }

  private init(content: Content, size: Int, alignment: Int) {
    self.content = content
    self.size = size
    self.alignment = alignment
  }

  private init(content: Content, words: Int) {
    self.init(content: content, size: 8 * words, alignment: 8)
  }

  /// A stored reference to a protocol's value has the witness tables beside it.
  private static func words(ofReferent type: Metadata?) -> Int {
    guard let type, type.kind != .classType, type.hasLayout else { return 1 }
    return max(1, type.size / 8)
  }

  private static func compilerType(_ name: String) -> CaptureLayout? {
    if name.hasSuffix("Xb") || name.hasSuffix("XX") || name.hasSuffix("Xx") {
      return CaptureLayout(content: .reference, words: 1)
    }
    if name.hasSuffix("XMt") { return CaptureLayout(content: .plain, size: 0, alignment: 1) }
    if name.hasSuffix("XB") { return CaptureLayout(content: .block, words: 1) }
    if name.hasSuffix("XC") || name.hasSuffix("Xf") {
      return CaptureLayout(content: .plain, words: 1)
    }
    return loweredFunction(name)
  }

  /// A lowered function type ends with `I`, its conventions and `_`; what it is shows
  /// in the demangled text's first words.
  private static func loweredFunction(_ name: String) -> CaptureLayout? {
    guard name.hasSuffix("_"), name.contains("I") else { return nil }
    let symbol = "$s" + name + "D"
    guard let text = demangled(symbol), text.contains("@callee") || text.contains("@convention")
    else { return nil }
    let attributes =
      text.prefix { $0 != "(" } + text.dropFirst(text.prefix { $0 != "(" }.count).prefix(12)
    if attributes.contains("@convention(block") { return CaptureLayout(content: .block, words: 1) }
    if attributes.contains("@convention(") { return CaptureLayout(content: .plain, words: 1) }
    let isEscaping = text.contains("@escaping")
    return CaptureLayout(content: isEscaping ? .function : .plain, words: 2)
  }

  private static func demangled(_ symbol: String) -> String? { Demangler.demangle(symbol) }
}
