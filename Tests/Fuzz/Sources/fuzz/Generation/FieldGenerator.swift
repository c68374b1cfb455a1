extension ShapeGenerator {
  /// The forms of properties that store their values in memory of a known type.
  private static let typedForms: [Field.Form] = [
    .lazy, .wrapped, .mutex, .uncopyable, .uncopyableEnum, .uncopyableOptional, .pack, .keyPath,
  ]

  /// The forms of properties that store their values in untyped memory.
  private static let untypedForms: [Field.Form] = Field.Form.allCases.filter(\.isUntyped)

  /// Returns a property that can refer to an object of a class.
  ///
  /// - Parameters:
  ///   - isOwning: A Boolean value indicating whether the property retains the object.
  ///   - allowsUntyped: A Boolean value indicating whether the value may be in untyped memory.
  mutating func field(
    for classIndex: Int, isOwning: Bool, allowsUntyped: Bool, isActor: Bool,
    _ random: inout SeededGenerator
  ) -> Field {
    let form = form(isOwning, allowsUntyped, isActor, &random)
    guard !form.takesLeafOnly else {
      return Field(form: form, shape: .leaf(Leaf(kind: .concrete, classIndex: classIndex)))
    }
    let shape = shape(for: classIndex, isOwning: isOwning, allowsMore: !form.retainsOwner, &random)
    return Field(form: form, shape: shape)
  }

  private func form(
    _ isOwning: Bool, _ allowsUntyped: Bool, _ isActor: Bool, _ random: inout SeededGenerator
  ) -> Field.Form {
    if isActor { return .variable }
    if !isOwning, random.chance(0.5) {
      return random.pick([.weak, .unowned, .unownedUnsafe, .unmanaged])
    }
    if allowsUntyped, random.chance(0.35) { return random.pick(Self.untypedForms) }
    return random.chance(0.35) ? random.pick(Self.typedForms) : .variable
  }
}
