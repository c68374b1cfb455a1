/// The global and static variables of some modules, for naming the variable that retains an object.
///
/// Variables of plain data, of unknown type, or of 1 MiB or more are not included.
package struct ModuleVariables {
  private struct Named {
    let variable: GlobalVariables.Variable
    /// The variable's name, such as `Streams.shared`.
    let name: String
  }

  /// The maximum number of objects that are read in a search that starts at one variable.
  private static let limit = 500

  private let walker: HeapWalker
  private let variables: [Named]

  /// - Complexity: O(symbols of the program and its libraries).
  package init(of modules: Set<String>, walker: HeapWalker) {
    self.walker = walker
    let prefixes = modules.map { "$s\($0.utf8.count)\($0)" }
    var found: [Named] = []
    let regions = MemoryMap().regions.map(\.range)
    for image in LoadedImage.all() {
      let map = regions.filter { $0.overlaps(image.range) }
      ELFSymbols.ofFile(image.path).forEach { symbol in
        guard !symbol.isFunction, symbol.size >= 8, symbol.size < 1 << 20 else { return }
        let start = symbol.value &+ image.slide
        guard start % 8 == 0, map.contains(where: { $0.contains(start) }) else { return }
        let text = ELFSymbols.ofFile(image.path).name(of: symbol)
        guard prefixes.contains(where: text.hasPrefix),
          let type = GlobalVariables.type(text, at: Address(start), walker.symbols),
          walker.store.check.isType(type), type.hasLayout, !type.isPlainData,
          UInt(type.size) == symbol.size, let name = Self.name(text)
        else { return }
        let variable = GlobalVariables.Variable(memory: start..<start + symbol.size, type: type)
        found.append(Named(variable: variable, name: name))
      }
    }
    variables = found
  }

  /// Returns the name of a variable that retains the object at an address, directly or through
  /// other objects; `nil` if none is found.
  ///
  /// - Complexity: O(*v*) for *v* variables, because the number of objects that are read from each
  ///   variable is limited.
  package func owner(of object: UInt) -> String? {
    variables.first { named in
      let words = walker.owners(in: named.variable, among: 0..<UInt.max).filter { $0 != 0 }
      guard !words.isEmpty else { return false }
      let heap = walker.walk(from: words.map(Address.init), limit: Self.limit)
      return heap.node(at: object) != nil
    }?.name
  }

  /// Returns the name of a variable without its type, as in `Streams.Hooks.handler`.
  private static func name(_ symbol: String) -> String? {
    guard let text = Demangler.demangle(symbol), let colon = text.firstRange(of: " : ") else {
      return nil
    }
    let name = String(text[..<colon.lowerBound])
      .replacing("static ", with: "", maxReplacements: 1)
    return name.replacing(#/\((\w+) in _[0-9A-F]{16,}\)/#) { String($0.output.1) }
  }
}
