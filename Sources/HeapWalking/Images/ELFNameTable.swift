/// A hash table that finds a symbol of an ELF file by name.
///
/// The table stores indices of symbols, and compares names in the file itself. A dictionary would
/// need a `String` for each name, and a file can have hundreds of thousands of names. These objects
/// would also be part of the heap that a check in a test process walks.
struct ELFNameTable: Sendable {
  /// The index of a symbol plus one in each slot that is used; 0 in the others. A symbol is in the
  /// first free slot after the one that its name's hash value selects (linear probing).
  private var slots: [UInt32]

  /// Adds the symbols to an empty table. Of several symbols with the same name, the first is found.
  ///
  /// - Complexity: O(*n*) on average.
  init(of symbols: [ELFSymbols.Symbol], in file: ELFFile) {
    var size = 16
    while size < 2 * symbols.count { size *= 2 }
    slots = [UInt32](repeating: 0, count: size)
    unsafe symbols.withUnsafeBufferPointer { symbols in
      guard let first = symbols.baseAddress else { return }
      var index = 0
      // The index is less than the number of symbols.
      while index < symbols.count {
        let slot = unsafe file.withText(at: first[index].name) { unsafe hash($0) & (size - 1) }
        add(index, from: slot)
        index += 1
      }
    }
  }

  /// Stores the index of a symbol in the first free slot. Symbols with the same name are not
  /// compared here: they are found in the order in which they were added.
  private mutating func add(_ index: Int, from first: Int) {
    var slot = first
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = UInt32(index + 1)
  }

  /// Returns the index of the first symbol called `name`; `nil` if there is none.
  ///
  /// - Complexity: O(1) on average.
  func index(of name: String, among symbols: [ELFSymbols.Symbol], in file: ELFFile) -> Int? {
    var name = name
    return unsafe name.withUTF8 { text in
      let wanted = unsafe UnsafeRawBufferPointer(text)
      var slot = unsafe hash(wanted) & (slots.count - 1)
      while slots[slot] != 0 {
        let index = Int(slots[slot]) - 1
        if unsafe file.withText(at: symbols[index].name, { unsafe $0.elementsEqual(wanted) }) {
          return index
        }
        slot = (slot + 1) & (slots.count - 1)
      }
      return nil
    }
  }
}

private func hash(_ name: UnsafeRawBufferPointer) -> Int {
  var hasher = Hasher()
  unsafe hasher.combine(bytes: name)
  return hasher.finalize()
}
