/// The size, alignment and content of one capture, derived from the mangled name of its type.
///
/// The runtime resolves types that can be written in source code. A capture can also have a type
/// that exists only in the compiler: the box of a variable (`Xb`, `Xx`, `XX`), a lowered function
/// (`I…_`), or a thin metatype (`XMt`). A thin metatype needs no storage. The layout of such a type
/// is derived from its name. Source: `Mangling.rst` in the Swift repository.
struct CaptureLayout {
  enum Content {
    /// A value of this type.
    case value(Metadata)
    case weak, unowned, unmanaged
    /// A strong reference of any type.
    case reference
    case function
    case block
    /// Bytes that contain no reference.
    case plain
    /// A struct or a tuple without metadata, described by its parts.
    case structure([Field])
  }

  /// A stored property of a struct, or an element of a tuple.
  struct Field {
    var name: String
    var offset: Int
    var layout: CaptureLayout
  }

  var content: Content
  var size: Int
  var alignment: Int

  func aligned(_ offset: Int) -> Int { (offset + alignment - 1) & ~(alignment - 1) }

  /// - Parameter environment: The known generic arguments.
  init?(_ name: MangledName, in environment: GenericEnvironment) {
    let operators = name.operators
    if let known = Self.compilerType(operators) {
      self = known
      return
    }
    if name.isBlock {
      self.init(content: .block, words: 1)
      return
    }
    if name.ownership == .strong, let (nominal, _) = name.nominalType, nominal.isClass {
      self.init(content: .reference, words: 1)
      return
    }
    let type = name.type(in: environment)
    if let stored = Self.content(name.ownership) {
      guard let words = Self.words(ofReferent: type, operators) else { return nil }
      self.init(content: stored, words: words)
    } else if let type {
      if type.kind == .classType || type.kind == .foreignClass {
        self.init(content: .reference, words: 1)
      } else {
        guard type.hasLayout else { return nil }
        self.init(type)
      }
    } else if Self.isCollection(operators) {
      self.init(content: .reference, words: 1)
    } else {
      self.init(structure: name, in: environment)
    }
  }

  /// - Parameter type: The type of the captured value. `Builtin.NativeObject` may represent a class
  ///   that the runtime cannot create.
  init(_ type: Metadata) {
    self.init(content: .value(type), size: type.size, alignment: type.alignment)
  }

  /// Returns whether a type is an array, dictionary or set. A value of such a type is one word that
  /// refers to the storage.
  private static func isCollection(_ name: String) -> Bool {
    ["Say", "SDy", "Shy"].contains(where: name.hasPrefix) && name.hasSuffix("G")
  }

  init(content: Content, size: Int, alignment: Int) {
    self.content = content
    self.size = size
    self.alignment = alignment
  }

  private init(content: Content, words: Int) {
    self.init(content: content, size: 8 * words, alignment: 8)
  }

  private static func content(_ ownership: MangledName.Ownership) -> Content? {
    switch ownership {
    case .strong: nil
    case .weak: .weak
    case .unowned: .unowned
    case .unmanaged: .unmanaged
    }
  }

  /// Returns the number of words in which a weak, unowned or unmanaged reference is stored. If the
  /// reference's type is a protocol, some of the words refer to witness tables.
  ///
  /// If the type cannot be resolved, its name may still denote an existential. The result is then
  /// `nil`, because the number of witness tables is unknown. Any other unresolved type is assumed
  /// to be a class, or a generic parameter whose argument is a class. The result is then 1.
  private static func words(ofReferent type: Metadata?, _ name: String) -> Int? {
    guard let type else {
      var referent = name.dropLast(2)
      if referent.hasSuffix("Sg") { referent = referent.dropLast(2) }
      let isExistential = ["p", "Xl", "Xc", "XP"].contains(where: referent.hasSuffix)
      return isExistential ? nil : 1
    }
    guard type.kind != .classType, type.hasLayout else { return 1 }
    return max(1, type.size / 8)
  }

  private static func compilerType(_ name: String) -> CaptureLayout? {
    if name.hasSuffix("Xb") || name.hasSuffix("XX") || name.hasSuffix("Xx") {
      return CaptureLayout(content: .reference, words: 1)
    }
    if name.hasSuffix("XMt") { return CaptureLayout(content: .plain, size: 0, alignment: 1) }
    if name.hasSuffix("XC") || name.hasSuffix("Xf") {
      return CaptureLayout(content: .plain, words: 1)
    }
    switch LoweredFunction(name)?.representation {
    case .thick(isEscaping: true): return CaptureLayout(content: .function, words: 2)
    case .thick(isEscaping: false): return CaptureLayout(content: .plain, words: 2)
    case .block: return CaptureLayout(content: .block, words: 1)
    case .codeOnly: return CaptureLayout(content: .plain, words: 1)
    case nil: return nil
    }
  }
}
