// The arguments of a subscript in a key path have no type in the object. But the functions
// that destroy, copy, compare and hash them are there, in this order, and the symbols of the
// last two say of what: `key path index equality operator for (Swift.Int, M.Key)`. The
// arguments lie one after another, each at its alignment.
//
// The optimizer keeps one of several functions with the same code, and its symbol may then
// be that of other types: both symbols must agree where both are left, and what they say
// has references only if there is something to destroy.

extension PlanBuilder {
  private static let namedFunctions = [
    (offset: 16, prefix: "key path index equality operator for "),
    (offset: 24, prefix: "key path index hash operator for "),
  ]

  /// - Parameters:
  ///   - witnesses: The functions for the arguments.
  ///   - size: The arguments' bytes.
  /// - Returns: `nil` where a type cannot be known.
  func keyPathArgumentPlan(witnesses: Address, size: Int) -> ValuePlan? {
    guard witnesses.isReadable, (witnesses + 24).isReadable else { return nil }
    let names = Set(
      Self.namedFunctions.compactMap { function in
        argumentNames(of: witnesses.address(function.offset), after: function.prefix)
      })
    guard names.count == 1, let name = names.first,
      case .tuple(let arguments) = TypeExpression(name)
    else { return nil }
    let types = WrittenTypes(symbols: store.symbols, near: witnesses)
    var steps: [PlanStep] = []
    var offset = 0
    for (index, argument) in arguments.enumerated() {
      guard let type = types.type(of: argument, in: nil, arguments: Address(0)) else { return nil }
      offset = (offset + type.alignment - 1) & ~(type.alignment - 1)
      let label = arguments.count == 1 ? "argument" : "argument #\(index + 1)"
      steps += nest(plan(for: type), at: offset, label: label)
      offset += type.size
    }
    // What a generic function's key path takes along as well comes after the arguments.
    guard (offset + 7) & ~7 == (size + 7) & ~7, steps.isEmpty == witnesses.address().isNull
    else { return nil }
    return ValuePlan(steps: steps)
  }

  private func argumentNames(of function: Address, after prefix: String) -> String? {
    guard let symbol = store.symbols.function(at: function)?.name,
      let text = Demangler.demangle(symbol), text.hasPrefix(prefix)
    else { return nil }
    return String(text.dropFirst(prefix.count))
  }
}
