import CSwiftABI

// The metadata of the type that a name denotes, and the nominal type at the start of the name.

extension MangledName {
  /// The nominal type that the name denotes, and the part of the name that contains the generic
  /// arguments.
  ///
  /// The generic arguments are between `y` and `G`. `arguments` is `nil` if there are none. The
  /// property is `nil` if the name does not start with a reference to a descriptor, or if anything
  /// but arguments follows this reference.
  var nominalType: (TypeDescriptor, arguments: MangledName?)? {
    let descriptor: Address? =
      switch address.byte() {
      case 1: symbolicReference
      case 2: symbolicReference.address()
      default: nil
      }
    guard let descriptor else { return nil }
    let length = length
    if length == 5 { return (TypeDescriptor(descriptor), nil) }
    guard address.byte(5) == UInt8(ascii: "y"), address.byte(length - 1) == UInt8(ascii: "G")
    else { return nil }
    return (TypeDescriptor(descriptor), part(6..<length - 1))
  }

  /// A Boolean value indicating whether the type contains a block, for example as a generic
  /// argument. The runtime stops the program when it has to create such a type, because a block's
  /// metadata has no value witnesses.
  private var hasBlockInside: Bool {
    var rest = Substring(operators)
    if rest.hasSuffix("XB") { rest = rest.dropLast(2) }
    while let first = rest.popFirst() {
      if first == "X", rest.first == "B" { return true }
      guard first.isNumber else { continue }
      // An identifier: its length, then its characters.
      let digits = String(first) + rest.prefix(while: \.isNumber)
      rest = rest.dropFirst(digits.count - 1 + (Int(digits) ?? 0))
    }
    return false
  }

  /// Returns the type that the name denotes. The name may mention the generic parameters of
  /// `descriptor`. The arguments for these parameters are at the address `arguments`.
  func type(in descriptor: TypeDescriptor?, arguments: Address) -> Metadata? {
    guard let name = unsafe address.pointer, !hasBlockInside else { return nil }
    // The name can be read, because it is in the reflection section of a loaded image.
    return unsafe Metadata(
      lk_type_in_context(
        name.assumingMemoryBound(to: CChar.self), length, descriptor?.address.pointer,
        arguments.pointer?.assumingMemoryBound(to: UnsafeRawPointer?.self)))
  }

  /// Returns the generic argument that the name denotes: an integer or a type.
  func argument(in environment: GenericEnvironment) -> GenericArgument? {
    if let integer = integer(in: environment) { return .value(UInt(bitPattern: integer)) }
    return type(in: environment).map(GenericArgument.type)
  }

  /// Returns the integer that the name denotes; `nil` if the name denotes anything else. `$3_` is
  /// 4, and `$n3_` is -4. A generic parameter can also denote an integer. Source:
  /// `Demangler::demangleIntegerType` in the Swift repository.
  private func integer(in environment: GenericEnvironment) -> Int? {
    var rest = Substring(operators)
    if case .value(let value) = parameter.flatMap({ environment.arguments[$0] }) {
      return Int(bitPattern: value)
    }
    guard rest.popFirst() == "$" else { return nil }
    let isNegative = rest.first == "n"
    if isNegative { rest.removeFirst() }
    return GenericParameter.number(&rest).map { isNegative ? -$0 : $0 }
  }

  /// The generic parameter that the name denotes; `nil` if the name denotes anything else.
  private var parameter: GenericParameter? {
    var rest = Substring(operators)
    let parameter = GenericParameter(from: &rest)
    return rest.isEmpty ? parameter : nil
  }

  /// Returns whether the name denotes a type, and not an integer or a pack of types. The runtime
  /// would use an integer as the address of a type's metadata.
  private func denotesType(in environment: GenericEnvironment) -> Bool {
    guard integer(in: environment) == nil, address.byte() != UInt8(ascii: "$") else { return false }
    guard let argument = parameter.flatMap({ environment.arguments[$0] }) else { return true }
    if case .type = argument { return true }
    return false
  }

  /// Returns the type that the name denotes, with the generic arguments in `environment`. Returns
  /// `nil` if the name denotes no type, or mentions a parameter whose argument is not in
  /// `environment`.
  func type(in environment: GenericEnvironment) -> Metadata? {
    guard let name = unsafe address.pointer, !hasBlockInside, environment.covers(self),
      denotesType(in: environment)
    else { return nil }
    return unsafe environment.withUnsafePointers { descriptor, arguments in
      unsafe Metadata(
        lk_type_in_environment(
          name.assumingMemoryBound(to: CChar.self), length, descriptor, arguments))
    }
  }

  /// Returns the type whose complete mangled name is the text `name`.
  static func type(
    named name: String, in descriptor: TypeDescriptor?, arguments: Address
  ) -> Metadata? {
    unsafe name.withCString { text in
      unsafe Metadata(
        lk_type_in_context(
          text, name.utf8.count, descriptor?.address.pointer,
          arguments.pointer?.assumingMemoryBound(to: UnsafeRawPointer?.self)))
    }
  }
}
