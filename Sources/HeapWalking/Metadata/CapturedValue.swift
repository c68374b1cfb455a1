import KnownCode

/// A value that a closure captures, according to the compiler's record of the closure's context.
struct CapturedValue {
  /// The kind of a reference in a captured value, according to the types of the value and of its
  /// parts.
  enum Kind {
    /// An expression of the program denotes the reference, and a capture list can capture this
    /// expression weakly.
    case object
    /// The whole value is an existential of a protocol that is not restricted to classes.
    case unrestricted
    /// The reference is in a value that is not a reference itself, and no expression of the program
    /// denotes the reference.
    case value
  }

  private let type: MangledName
  /// A Boolean value indicating whether the type mentions a generic parameter of the closure.
  private let isGeneric: Bool

  /// - Parameters:
  ///   - number: The position among the closure's captures, counted from 1.
  ///   - context: The closure's context.
  init?(number: Int, of context: Address) {
    guard let captures = CaptureDescriptor(Metadata(context.address())), number > 0,
      number <= captures.captureCount, let type = captures.capture(number - 1)
    else { return nil }
    self.type = type
    let mentioned = MentionedParameters(type.operators)
    isGeneric = mentioned.isUncertain || !mentioned.parameters.isEmpty
  }

  /// Returns the kind of a reference in the value; `nil` if the types do not show it.
  ///
  /// - Parameter path: The path of the reference within the value, such as `.state.owner`. It is
  ///   empty if the reference is the whole value.
  func kind(at path: String) -> Kind? {
    // The elements of a pack have no names.
    if type.operators.contains("Qp_") { return .value }
    var name = type
    for component in path.split(separator: ".") {
      if Self.isParameter(name) { return isGeneric ? .value : nil }
      switch Self.part(String(component), of: name) {
      case .type(let next): name = next
      case .inaccessible: return .value
      case .unknown: return nil
      }
    }
    if Self.isParameter(name) { return isGeneric && !path.isEmpty ? .value : nil }
    let kind = Self.kind(of: name)
    return kind == .unrestricted && !path.isEmpty ? .value : kind
  }

  /// A part of a value, as far as the program can name it.
  private enum Part {
    case type(MangledName)
    /// The program cannot access the part with a period and a name.
    case inaccessible
    case unknown
  }

  private static func part(_ label: String, of name: MangledName) -> Part {
    if name.operators.hasSuffix("Sg") { return .inaccessible }
    if let element = MangledTuple(name, in: .empty)?.elements.first(where: { $0.label == label }) {
      guard case .named(let type) = element.content else { return .unknown }
      return .type(type)
    }
    guard let (descriptor, _) = name.nominalType else { return .unknown }
    // The stored properties of a library's structure are rarely public.
    guard descriptor.isStruct, !KnownModules.language.contains(descriptor.module) else {
      return .inaccessible
    }
    guard let fields = descriptor.fields,
      let index = (0..<fields.count).first(where: { fields[$0].name == label }),
      let type = fields[index].typeName
    else { return .unknown }
    return .type(type)
  }

  private static func isParameter(_ name: MangledName) -> Bool {
    let operators = name.operators
    var rest = operators.hasSuffix("Sg") ? operators.dropLast(2) : operators[...]
    return GenericParameter(from: &rest) != nil && rest.isEmpty
  }

  /// Returns the kind of a whole value of a type, or of an optional of the type.
  private static func kind(of name: MangledName) -> Kind? {
    guard name.ownership == .strong else { return nil }
    let isOptional = name.operators.hasSuffix("Sg")
    let wrapped = isOptional ? name.part(0..<name.length - 2) : name
    // A variable whose type is a double optional cannot be weak.
    if wrapped.operators.hasSuffix("Sg") { return .value }
    if let (descriptor, _) = wrapped.nominalType { return descriptor.isClass ? .object : .value }
    guard let type = wrapped.type(in: .empty) else { return nil }
    switch type.kind {
    case .classType, .foreignClass: return .object
    case .existential, .extendedExistential: return type.isObjectType ? .object : .unrestricted
    case .structType, .enumType, .tuple: return .value
    default: return nil
    }
  }
}
