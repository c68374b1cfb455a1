internal import OwnershipGraph

/// The source locations of classes.
///
/// Debug information contains the line of a class's deinitializer, unless the optimizer replaced
/// the deinitializer with another function that has the same code. The class is then found through
/// its other members.
extension HeapWalker {
  /// Returns the location of a class's declaration; `nil` if it is unknown. Pass the deinitializer
  /// to ``locateClasses(_:)`` first.
  func location(ofClass name: String, _ deinitializer: SymbolTable.Function) -> SourceLocation? {
    guard let start = start(ofClass: name, deinitializer) else { return nil }
    let line = sources.line(ofType: name, inFile: start.path, near: start.line)
    return SourceLocation(file: SourcePath.relative(start.path), line: line ?? start.line)
  }

  /// Looks up where classes are declared.
  ///
  /// - Parameter deinitializers: The deinitializers of the classes.
  func locateClasses(_ deinitializers: [SymbolTable.Function]) {
    locator.locate(deinitializers)
    let unknown = Set(deinitializers.filter { locator.start(of: $0) == nil })
    locator.locate(unknown.flatMap { members(ofClassWith: $0) })
  }

  /// Returns the location at which a member function of a class starts, in the file that declares
  /// the class.
  func start(ofClass name: String, _ deinitializer: SymbolTable.Function) -> SourceStart? {
    if let own = locator.start(of: deinitializer) { return own }
    let starts = members(ofClassWith: deinitializer).compactMap(locator.start)
    let found = starts.first { sources.declares(name, at: $0) }
    if let found { return found }
    guard let prefix = Self.prefix(ofClassWith: deinitializer) else { return nil }
    return callSites.starts(ofFunctionsWithPrefix: prefix).first { sources.declares(name, at: $0) }
  }

  /// The maximum number of a class's members that are looked up.
  private static let maxMembers = 16

  private func members(ofClassWith deinitializer: SymbolTable.Function) -> [SymbolTable.Function] {
    labels.members.value(for: deinitializer) {
      guard let prefix = Self.prefix(ofClassWith: deinitializer) else { return [] }
      let found = symbols.functions(withPrefix: prefix, besides: deinitializer)
      return Array(found.filter { $0 != deinitializer }.prefix(Self.maxMembers))
    }
  }

  /// Returns the mangled name of a class, with which the symbols of its members begin. The symbol
  /// of its deinitializer ends with `fD`.
  private static func prefix(ofClassWith deinitializer: SymbolTable.Function) -> String? {
    deinitializer.name.hasSuffix("CfD") ? String(deinitializer.name.dropLast(2)) : nil
  }
}
