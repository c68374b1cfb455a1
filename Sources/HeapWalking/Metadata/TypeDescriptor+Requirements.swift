/// The constraints of a generic type's parameters.
///
/// The requirements follow the parameters, which are padded to four bytes. A requirement consists
/// of flags, the mangled name of the parameter, and a protocol, a type or a layout. Each of these
/// has 32 bits, and references are relative. Source: `TargetGenericRequirementDescriptor` in
/// `GenericContext.h` of the Swift repository.
extension TypeDescriptor {
  /// Returns whether a constraint restricts a generic parameter or an associated type to classes.
  ///
  /// - Parameter parameter: The mangled name of the parameter or associated type, in the form of
  ///   ``MangledName/operators``.
  func constrainsToClasses(_ parameter: String) -> Bool {
    guard isGeneric else { return false }
    let header = address + (isClass ? 44 : 28)
    let count = Int(header.load(10, as: UInt16.self))
    let first = header + 16 + (genericParameterCount + 3) / 4 * 4
    return (0..<count).contains { index in
      let requirement = first + index * 12
      let name = requirement.relative(4).map { MangledName($0).operators }
      return name == parameter && Self.isClassConstraint(requirement)
    }
  }

  private static func isClassConstraint(_ requirement: Address) -> Bool {
    switch requirement.uint32(0) & 0x1F {
    case 0:
      // A protocol. Bit 16 of its flags is set if types other than classes can conform to it.
      guard let constraint = requirement.indirectableRelative(8) else { return false }
      return constraint.uint32(0) & (1 << 16) == 0
    case 2: return true
    case 0x1F: return requirement.uint32(8) == 0
    default: return false
    }
  }
}
