// The captured arguments of a key path are laid out one after another, each at its alignment. If a
// generic function created the key path, the function's generic arguments and their conformances
// follow the captured arguments.

extension PlanBuilder {
  /// Returns the generic arguments of the function that created a key path.
  ///
  /// The position of the generic arguments depends on the sizes of the captured arguments, and
  /// these sizes depend on the generic arguments. Therefore each position is tried. The words at a
  /// position are accepted as the generic arguments if the captured arguments, laid out with these
  /// generic arguments, end at this position.
  ///
  /// - Returns: `nil` if no position is accepted.
  func parameters(of arguments: KeyPathArguments, at start: Address, size: Int) -> [Metadata]? {
    let count = arguments.parameterCount
    if count == 0 { return [] }
    for offset in stride(from: 0, through: size - 8 * count, by: 8) {
      let parameters = (0..<count).map { Metadata(start.address(offset + 8 * $0)) }
      guard parameters.allSatisfy(store.check.isType),
        let layout = layout(of: arguments, parameters)
      else { continue }
      if (layout.size + 7) & ~7 == offset { return parameters }
    }
    return nil
  }

  /// Returns the plan for reading a key path's arguments.
  ///
  /// - Parameter parameters: The generic arguments of the function that created the key path.
  /// - Returns: `nil` if a type is unknown. Without generic arguments, the result is also `nil` in
  ///   two other cases: the types do not have the size of the captured arguments, or there is a
  ///   destructor although the types contain no references (or vice versa).
  func plan(
    for arguments: KeyPathArguments, _ parameters: [Metadata], size: Int
  ) -> ValuePlan? {
    guard let layout = layout(of: arguments, parameters) else { return nil }
    var steps: [PlanStep] = []
    for (index, field) in layout.fields.enumerated() {
      let label = layout.fields.count == 1 ? "argument" : "argument #\(index + 1)"
      steps += nest(plan(for: field.type), at: field.offset, label: label)
    }
    guard parameters.isEmpty else { return ValuePlan(steps: steps) }
    let isWhole = (layout.size + 7) & ~7 == (size + 7) & ~7
    return isWhole && steps.isEmpty != arguments.hasDestructor ? ValuePlan(steps: steps) : nil
  }

  private func layout(
    of arguments: KeyPathArguments, _ parameters: [Metadata]
  ) -> (fields: [(type: Metadata, offset: Int)], size: Int)? {
    let types = PrintedTypeResolver(symbols: store.symbols, near: arguments.witnesses) {
      parameter in
      parameter.depth == 0 && parameters.indices.contains(parameter.index)
        ? .type(parameters[parameter.index]) : nil
    }
    var fields: [(type: Metadata, offset: Int)] = []
    var size = 0
    for argument in arguments.types {
      guard let type = types.type(of: argument) else { return nil }
      let offset = (size + type.alignment - 1) & ~(type.alignment - 1)
      fields.append((type, offset))
      size = offset + type.size
    }
    return (fields, size)
  }
}
