internal import OwnershipGraph

/// The source of closures for which debug information contains no line.
///
/// If two closures have equal code, the optimizer replaces one of them with a jump to the other and
/// drops its debug information. The names of the symbols still show in which function each closure
/// is written, and its number among the function's closures.
extension HeapWalker {
  /// Returns the closure in its source; `nil` if the source cannot be read, or if it does not show
  /// with certainty where the closure is.
  func written(_ code: SymbolTable.Function) -> SourceDeclarations.Closure? {
    guard let place = place(of: code), let start = start(of: place, besides: code) else {
      return nil
    }
    return sources.closure(place.numbers, in: place.name, startingAt: start)
  }

  /// Returns the function in which a closure is written, and its specializations. If the optimizer
  /// has moved the function's code to a specialization, only that one has lines.
  func surroundings(of code: SymbolTable.Function) -> [SymbolTable.Function] {
    place(of: code).map { surroundings(of: $0, besides: code) } ?? []
  }

  private func place(of code: SymbolTable.Function) -> SymbolTable.ClosurePlace? {
    labels.places.value(for: code) { symbols.place(ofClosure: code) }
  }

  private func start(
    of place: SymbolTable.ClosurePlace, besides code: SymbolTable.Function
  ) -> SourceStart? {
    surroundings(of: place, besides: code).lazy.compactMap(locator.start).first
      ?? callSites.start(ofFunction: place.function)
  }

  /// The maximum number of specializations of a function that are looked up.
  private static let maxSpecializations = 4

  private func surroundings(
    of place: SymbolTable.ClosurePlace, besides code: SymbolTable.Function
  ) -> [SymbolTable.Function] {
    labels.surroundings.value(for: place) {
      let plain = Demangler.demangle(place.function)
      let found = symbols.functions(withPrefix: place.function, besides: code).filter {
        let text = Demangler.demangle($0.name).map { ClosureName.withoutForwarders(Substring($0)) }
        return text.map(String.init) == plain
      }
      let function = symbols.sibling(named: place.function, of: code)
      let others = found.filter { $0.name != place.function }.prefix(Self.maxSpecializations)
      return [function].compactMap { $0 } + others
    }
  }
}
