/// The program's global and static variables of known types. Such a variable owns only the
/// references that its type describes.
///
/// In a variable, as in an object, the unused bytes of an existential or of an enum's payload may
/// contain stale words. The types come from the symbols of the program's files; a stripped file has
/// no such symbols. Variables of plain data, such as raw pointers, are not included, because a
/// pointer in them may own any object. Variables of the toolchain's and the system's libraries are
/// not included either, and neither are variables of less than 16 bytes or of 1 MiB or more.
struct GlobalVariables {
  /// A variable with at least one word that may be the address of an allocated block.
  struct Variable {
    let memory: Range<UInt>
    let type: Metadata
  }

  /// The variables, sorted by address.
  private(set) var variables: [Variable] = []

  /// The minimum size of a variable in bytes. A smaller variable contains at most one word, which
  /// the search treats as a possible owner.
  private static let smallest: UInt = 16

  /// - Parameters:
  ///   - addresses: The range that contains all allocated blocks.
  ///   - map: The memory that may be read.
  /// - Complexity: O(symbols of the program and its own libraries).
  init(
    among addresses: Range<UInt>, in map: MemoryMap, _ check: MetadataCheck, _ symbols: SymbolTable
  ) {
    let libraries = Self.languageFolder
    for image in LoadedImage.all() where libraries == nil || Self.folder(image.path) != libraries {
      let data = map.regions.filter { !$0.isStack && $0.range.overlaps(image.range) }.map(\.range)
      guard !data.isEmpty, image.path == "/proc/self/exe" || !image.isSystemLibrary else {
        continue
      }
      add(
        ELFSymbols.ofFile(image.path), of: image, in: data, among: addresses, check, symbols)
    }
    variables.sort { $0.memory.lowerBound < $1.memory.lowerBound }
  }

  private mutating func add(
    _ symbols: ELFSymbols, of image: LoadedImage, in data: [Range<UInt>],
    among addresses: Range<UInt>, _ check: MetadataCheck, _ table: SymbolTable
  ) {
    symbols.forEach { symbol in
      guard symbol.size >= Self.smallest, symbol.size < 1 << 20 else { return }
      let start = symbol.value &+ image.slide
      let memory = start..<start + symbol.size
      guard start % 8 == 0, data.contains(where: { $0.contains(start) }),
        data.contains(where: { $0.contains(memory.upperBound - 1) })
      else { return }
      var words = AddressWords(of: memory, in: addresses)
      guard words.next() != nil,
        let type = Self.type(symbols.name(of: symbol), at: Address(start), table),
        check.isType(type), type.hasLayout, !type.isPlainData, UInt(type.size) == symbol.size
      else { return }
      variables.append(Variable(memory: memory, type: type))
    }
  }

  /// Returns the type of the variable with the given mangled symbol; `nil` if the type is unknown.
  ///
  /// The runtime finds public types by name. Other types are found by the symbols of their
  /// descriptors.
  static func type(
    _ symbol: String, at start: Address, _ symbols: SymbolTable
  ) -> Metadata? {
    guard let name = MangledVariable(symbol)?.tuple else { return nil }
    if let tuple = MangledName.type(named: name, in: nil, arguments: Address(0)),
      tuple.kind == .tuple
    {
      return tuple.lastTupleElement
    }
    // The demangled symbol has the form `static M.T.variable : Swift.Optional<M.P>`.
    guard let text = Demangler.demangle(symbol), let colon = text.firstRange(of: " : "),
      let type = TypeExpression(String(text[colon.upperBound...]))
    else { return nil }
    return PrintedTypeResolver(symbols: symbols, near: start).type(of: type)
  }

  /// The folder of the toolchain's libraries; `nil` if `libswiftCore.so` is not loaded.
  private static var languageFolder: String? {
    LoadedImage.all().first { $0.path.hasSuffix("/libswiftCore.so") }.map { folder($0.path) }
  }

  private static func folder(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }
}

extension LoadedImage {
  /// A Boolean value indicating whether the image is in a folder of system libraries.
  fileprivate var isSystemLibrary: Bool {
    ["/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/"].contains(where: path.hasPrefix)
  }
}

/// A visitor that collects those words of a variable that may own objects.
struct VariableOwners: WordVisitor {
  var words: [UInt] = []
  /// An empty set of live objects, because a variable is not a block of the allocator.
  let live: any LiveObjects = NoLiveObjects()
  let addresses: Range<UInt>

  init(among addresses: Range<UInt>) { self.addresses = addresses }

  mutating func reference(_ found: RawReference) {
    switch found.strength {
    case .strong, .unmanaged, .pointer: words.append(found.target)
    case .weak, .unowned, .unownedUnsafe: break
    }
  }

  mutating func enterSlots(bytes: Int) {}
  mutating func leaveSlots() {}
}

extension HeapWalker {
  /// Returns those words of a variable that may own objects; see ``VariableOwners``.
  func owners(in variable: GlobalVariables.Variable, among addresses: Range<UInt>) -> [UInt] {
    var visitor = VariableOwners(among: addresses)
    let start = Address(variable.memory.lowerBound)
    interpreter.visitValue(of: variable.type, at: start, of: start, &visitor)
    return visitor.words
  }

  /// Returns those words of a variable that may be addresses of C memory; see ``PointerVisitor``.
  func pointers(in variable: GlobalVariables.Variable, among addresses: Range<UInt>) -> [UInt] {
    var visitor = PointerVisitor(live: NoLiveObjects(), addresses: addresses)
    let start = Address(variable.memory.lowerBound)
    PlanInterpreter(plans: integerPlans)
      .visitValue(of: variable.type, at: start, of: start, &visitor)
    return visitor.words
  }
}
