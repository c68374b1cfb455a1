internal import OwnershipGraph

/// The source of closures for which debug information contains no line.
///
/// If two closures have equal code, the optimizer replaces one of them with a jump to the other and
/// drops its debug information. The names of the symbols still show in which function each closure
/// is written, and its number among the function's closures.
extension HeapWalker {
  /// Returns the position of the closure in its source file; `nil` if the source cannot be read, or
  /// if the position is not certain.
  func sourceClosure(of code: SymbolTable.Function) -> SourceDeclarations.Closure? {
    guard isClosureExpression(code), let identity = identity(of: code),
      let start = start(of: identity, besides: code)
    else { return nil }
    return sources.closure(identity.numbers, in: identity.name, startingAt: start)
  }

  /// Returns the location at which a method is used as a value, given the code that the compiler
  /// generates for the method. Returns `nil` for other code, and if the source cannot be read or
  /// uses several methods as values in the same function or closure.
  func methodReference(of code: SymbolTable.Function) -> SourceStart? {
    // An autoclosure is an implicit closure as well, but has no receiver.
    guard let text = Demangler.demangle(code.name),
      MethodType(ofImplicitClosure: text)?.receiver != nil,
      let identity = identity(of: code), let start = start(of: identity, besides: code),
      isOnlyMethod(code, usedIn: identity)
    else { return nil }
    return sources.methodUsed(
      inClosure: identity.numbers, of: identity.name, startingAt: start)
  }

  /// Returns whether the symbols show no other method that is used as a value in the same function
  /// or closure. The source does not suffice, because a search in a source file finds only uses of
  /// methods that the file declares.
  private func isOnlyMethod(
    _ code: SymbolTable.Function, usedIn identity: SymbolTable.ClosureIdentity
  ) -> Bool {
    labels.onlyMethods.value(for: code) {
      let numbers = symbols.functions(withPrefix: identity.function, besides: code)
        .filter { self.identity(of: $0) == identity }
        .compactMap { Demangler.demangle($0.name).flatMap(MethodType.init(ofImplicitClosure:)) }
        .compactMap(\.number)
      return Set(numbers).count < 2
    }
  }

  /// Returns the function in which a closure is written, and its specializations. If the optimizer
  /// has moved the function's code to a specialization, only the specialization has lines.
  func surroundings(of code: SymbolTable.Function) -> [SymbolTable.Function] {
    identity(of: code).map { surroundings(of: $0, besides: code) } ?? []
  }

  private func identity(of code: SymbolTable.Function) -> SymbolTable.ClosureIdentity? {
    labels.identities.value(for: code) { symbols.identity(ofClosure: code) }
  }

  private func start(
    of identity: SymbolTable.ClosureIdentity, besides code: SymbolTable.Function
  ) -> SourceStart? {
    surroundings(of: identity, besides: code).lazy.compactMap(locator.start).first
      ?? callSites.start(ofFunction: identity.function)
  }

  /// The maximum number of specializations of a function that are looked up.
  private static let maxSpecializations = 4

  private func surroundings(
    of identity: SymbolTable.ClosureIdentity, besides code: SymbolTable.Function
  ) -> [SymbolTable.Function] {
    labels.surroundings.value(for: identity) {
      let plain = Demangler.demangle(identity.function)
      let found = symbols.functions(withPrefix: identity.function, besides: code).filter {
        let text = Demangler.demangle($0.name).map { ClosureName.withoutForwarders(Substring($0)) }
        return text.map(String.init) == plain
      }
      let function = symbols.sibling(named: identity.function, of: code)
      let others = found.filter { $0.name != identity.function }.prefix(Self.maxSpecializations)
      return [function].compactMap { $0 } + others
    }
  }
}
