// The arguments of a subscript in a key path have no type in the object. But the functions
// that destroy, copy, compare and hash them are there, in this order, and the symbol of the
// third says what it compares: `key path index equality operator for (Swift.Int, M.Key)`.
// The arguments lie one after another, each at its alignment.

extension PlanBuilder {
  private static let comparison = "key path index equality operator for "

  /// - Parameters:
  ///   - witnesses: The functions for the arguments.
  ///   - size: The arguments' bytes.
  /// - Returns: `nil` where a type cannot be known.
  func keyPathArgumentPlan(witnesses: Address, size: Int) -> ValuePlan? {
    guard witnesses.isReadable, (witnesses + 16).isReadable else { return nil }
    let comparison = witnesses.address(16)
    guard let symbol = store.symbols.function(at: comparison)?.name,
      let text = Demangler.demangle(symbol), text.hasPrefix(Self.comparison),
      case .tuple(let arguments) = TypeExpression(String(text.dropFirst(Self.comparison.count)))
    else { return nil }
    let types = WrittenTypes(symbols: store.symbols, near: comparison)
    var steps: [PlanStep] = []
    var offset = 0
    for (index, argument) in arguments.enumerated() {
      guard let type = types.type(of: argument, in: nil, arguments: Address(0)) else { return nil }
      offset = (offset + type.alignment - 1) & ~(type.alignment - 1)
      let label = arguments.count == 1 ? "argument" : "argument #\(index + 1)"
      steps += nest(store.plan(for: type), at: offset, label: label)
      offset += type.size
    }
    // What a generic function's key path takes along as well comes after the arguments.
    guard (offset + 7) & ~7 == (size + 7) & ~7 else { return nil }
    return ValuePlan(steps: steps)
  }
}
