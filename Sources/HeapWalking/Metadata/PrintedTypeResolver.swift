import CSwiftABI

/// A type that looks up metadata by the type names that the demangler prints.
///
/// The descriptor of each nominal type and protocol has a symbol, and the demangled symbol contains
/// the printed name of the type. Therefore even private and noncopyable types are found. Public
/// types of other images are found by the runtime. A class, a collection or a typed pointer that
/// the runtime cannot create is replaced with a type of equal layout: a class with
/// `Builtin.NativeObject`, a collection with a collection of integers, and a typed pointer with a
/// raw pointer.
struct PrintedTypeResolver {
  private static let nominalPrefix = "nominal type descriptor for "
  private static let protocolPrefix = "protocol descriptor for "

  private let symbols: SymbolTable
  /// An address in the image whose symbols are searched.
  private let neighbor: Address
  /// A closure that returns the argument for a generic parameter.
  private let parameter: (GenericParameter) -> GenericArgument?

  init(
    symbols: SymbolTable, near neighbor: Address,
    parameter: @escaping (GenericParameter) -> GenericArgument? = { _ in nil }
  ) {
    self.symbols = symbols
    self.neighbor = neighbor
    self.parameter = parameter
  }

  func type(of expression: TypeExpression) -> Metadata? {
    switch expression {
    case .nominal(let name, let parts): return nominalType(named: name, parts)
    case .parameter(let position):
      guard case .type(let type) = parameter(position) else { return nil }
      return type
    case .function: return Self.known("yyc")
    case .codePointer: return Self.known("yyXC")
    case .block: return Metadata.nativeObject
    case .tuple(let elements): return tuple(of: elements)
    case .composition(let members): return existential(of: members)
    case .metatype(let instance): return metatype(of: instance)
    case .number, .pack: return nil
    }
  }

  private static func known(_ name: String) -> Metadata? {
    MangledName.type(named: name, in: nil, arguments: Address(0))
  }

  private func types(of expressions: [TypeExpression]) -> [Metadata]? {
    let types = expressions.compactMap(type(of:))
    return types.count == expressions.count ? types : nil
  }

  private func tuple(of elements: [TypeExpression]) -> Metadata? {
    if elements.isEmpty { return Self.known("yt") }
    guard elements.count > 1, let types = types(of: elements) else { return nil }
    var name = ComposedName()
    name.append(list: types, closedBy: "t")
    return name.type()
  }

  private func metatype(of instance: TypeExpression) -> Metadata? {
    guard let type = type(of: instance) else { return nil }
    var name = ComposedName()
    name.append(.type(type))
    name.append(type.kind == .existential ? "Xp" : "m")
    return name.type()
  }

  static func optional(of wrapped: Metadata) -> Metadata? {
    var name = ComposedName()
    name.append(.type(wrapped))
    name.append("Sg")
    return name.type()
  }
}

// Protocols.
extension PrintedTypeResolver {
  /// Marker protocols, which exist only in the compiler. An existential stores no witness table for
  /// them.
  private static let markers: Set<String> = [
    "Swift.Sendable", "Swift.SendableMetatype", "Swift.Copyable", "Swift.Escapable",
    "Swift.BitwiseCopyable",
  ]

  private func existential(of members: [TypeExpression]) -> Metadata? {
    var name = ComposedName()
    var protocolCount = 0
    var isClassBound = false
    var superclass: Metadata?
    for case .nominal(let member, let arguments) in members where !Self.markers.contains(member) {
      if member == "Swift.AnyObject" {
        isClassBound = true
      } else if append(protocolNamed: member, to: &name) {
        if protocolCount == 0 { name.append("_") }
        protocolCount += 1
      } else if let type = nominalType(named: member, arguments), type.isClass {
        superclass = type
      } else {
        return nil
      }
    }
    guard protocolCount > 0 || superclass == nil else { return superclass }
    if protocolCount == 0 { name.append("y") }
    if let superclass { name.append(.type(superclass)) }
    name.append(superclass != nil ? "Xc" : isClassBound ? "Xl" : "p")
    return name.type()
  }

  private func append(protocolNamed name: String, to composed: inout ComposedName) -> Bool {
    if let descriptor = descriptor(Self.protocolPrefix + name) {
      composed.append(descriptor: descriptor)
      return true
    }
    guard let mangled = Self.possibleMangledNames(of: name, kinds: [""]).first,
      Self.known(mangled + "_p") != nil
    else { return false }
    composed.append(mangled)
    return true
  }
}

// Nominal types.
extension PrintedTypeResolver {
  private func nominalType(named name: String, _ parts: [TypeExpression]) -> Metadata? {
    if name == "Swift.AnyObject" || Self.markers.contains(name) {
      return existential(of: [.nominal(name: name, arguments: [])])
    }
    if let builtin = Self.builtins[name] { return Self.known(builtin) }
    let arguments = parts.compactMap(argument(of:))
    let isComplete = arguments.count == parts.count
    if let address = descriptor(Self.nominalPrefix + name) {
      let descriptor = TypeDescriptor(address)
      let type = isComplete ? Self.type(descriptor, arguments) : nil
      return type ?? (descriptor.isClass ? Metadata.nativeObject : layoutSubstitute(for: name))
    }
    if let type = isComplete ? guessedType(named: name, arguments) : nil { return type }
    return layoutSubstitute(for: name) ?? existentialOrLocalType(named: name, parts)
  }

  private func existentialOrLocalType(named name: String, _ parts: [TypeExpression]) -> Metadata? {
    var composed = ComposedName()
    if parts.isEmpty, append(protocolNamed: name, to: &composed) {
      composed.append("_p")
      return composed.type()
    }
    // The arguments of a local type are printed after the function that contains the type.
    guard parts.isEmpty, name.contains(" #"), name.hasSuffix(">"),
      let start = name.lastIndex(of: "<"),
      case .nominal(_, let arguments) = TypeExpression("M.T" + name[start...])
    else { return nil }
    return nominalType(named: String(name[..<start]), arguments)
  }

  private enum Argument {
    case single(GenericArgument)
    case pack([Metadata])
  }

  private func argument(of expression: TypeExpression) -> Argument? {
    switch expression {
    case .number(let number): .single(.value(UInt(bitPattern: number)))
    case .pack(let elements): types(of: elements).map(Argument.pack)
    case .parameter(let position): parameter(position).map(Argument.single)
    default: type(of: expression).map { .single(.type($0)) }
    }
  }

  private static func append(_ arguments: [Argument], to name: inout ComposedName) {
    guard !arguments.isEmpty else { return }
    name.append("y")
    for argument in arguments {
      switch argument {
      case .single(let argument): name.append(argument)
      case .pack(let types):
        if types.isEmpty { name.append("y") }
        name.append(list: types, closedBy: "QP")
      }
    }
    name.append("G")
  }

  private static func type(_ descriptor: TypeDescriptor, _ arguments: [Argument]) -> Metadata? {
    // The runtime stops the program if the number of arguments is wrong.
    guard descriptor.genericParameterCount == arguments.count else { return nil }
    var name = ComposedName()
    name.append(descriptor: descriptor.address)
    append(arguments, to: &name)
    return name.type()
  }

  /// Returns the type that has the given descriptor and generic arguments. Returns
  /// `Builtin.NativeObject` for a class that the runtime cannot create.
  static func type(_ descriptor: TypeDescriptor, arguments: [GenericArgument]) -> Metadata? {
    let type = type(descriptor, arguments.map(Argument.single))
    return type ?? (descriptor.isClass ? Metadata.nativeObject : nil)
  }

  private func descriptor(_ text: String) -> Address? {
    let isDeclaredInSwift = text.contains(" for Swift.")
    let near = isDeclaredInSwift ? RuntimeSymbol.address(of: "$sSqMn") : neighbor
    return near.flatMap { symbols.descriptor(named: text, near: $0) }
  }
}

// Types of other images, and types of equal layout that are used in place of unknown types.
extension PrintedTypeResolver {
  private func guessedType(named name: String, _ arguments: [Argument]) -> Metadata? {
    for mangled in Self.possibleMangledNames(of: name, kinds: ["V", "C", "O"]) {
      if let address = RuntimeSymbol.address(of: "$s\(mangled)Mn") {
        return Self.type(TypeDescriptor(address), arguments)
      }
      var composed = ComposedName()
      composed.append(mangled)
      Self.append(arguments, to: &composed)
      if let type = composed.type() { return type }
    }
    return nil
  }

  /// Returns the possible mangled forms of a printed name that consists of identifiers.
  ///
  /// The kinds of the enclosing types are unknown, so there is a form for each combination of
  /// kinds.
  private static func possibleMangledNames(of name: String, kinds: [String]) -> [String] {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, parts.count < 5, let module = parts.first, let last = parts.last,
      parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isASCII && !"()<> ".contains($0) } })
    else { return [] }
    let start = ["Swift": "s", "__C": "So"][module] ?? identifier(module)
    var contexts = [start]
    for part in parts.dropFirst().dropLast() {
      contexts = contexts.flatMap { context in
        ["V", "C", "O"].map { context + identifier(part) + $0 }
      }
    }
    return contexts.flatMap { context in kinds.map { context + identifier(last) + $0 } }
  }

  private static func identifier(_ name: Substring) -> String { "\(name.utf8.count)\(name)" }

  private static let builtins = [
    "Builtin.NativeObject": "Bo", "Builtin.BridgeObject": "Bb", "Builtin.RawPointer": "Bp",
    "Builtin.Word": "Bw",
  ]

  /// A map from the printed name of a type to the mangled name of its replacement, a type with the
  /// same layout. A collection is one word that refers to its storage, whatever its elements are. A
  /// typed pointer has the layout of a raw pointer.
  private static let layoutSubstitutes = [
    "Swift.Array": "SaySiG", "Swift.ContiguousArray": "SaySiG", "Swift.Set": "ShySiG",
    "Swift.Dictionary": "SDyS2iG", "Swift.UnsafeMutablePointer": "Sv", "Swift.UnsafePointer": "SV",
  ]

  private func layoutSubstitute(for name: String) -> Metadata? {
    Self.layoutSubstitutes[name].flatMap(Self.known)
  }

  /// Returns a type with the layout of an array, a set or a dictionary, whatever its elements are;
  /// `nil` if the name denotes another type.
  ///
  /// - Parameter name: The mangled name of the collection, without its arguments.
  static func layoutSubstitute(forCollection name: String) -> Metadata? {
    let name = ["Sa": "Swift.Array", "Sh": "Swift.Set", "SD": "Swift.Dictionary"][name]
    return name.flatMap { layoutSubstitutes[$0] }.flatMap(known)
  }
}

extension Metadata {
  fileprivate var isClass: Bool {
    kind == .classType || kind == .foreignClass || self == Self.nativeObject
  }
}
