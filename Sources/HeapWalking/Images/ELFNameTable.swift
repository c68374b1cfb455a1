/// A hash table that finds a symbol of an ELF file by name.
///
/// The table stores indices of symbols, and compares names in the file itself. A dictionary would
/// need a `String` for each name, and a file can have hundreds of thousands of names. Those strings
/// would also be part of the heap that is walked by a leak check in the same test process.
struct ELFNameTable: Sendable {
  /// For each slot, the index of its symbol plus one; 0 if the slot is free. The hash value of a
  /// symbol's name selects a slot. The symbol is in that slot or, if it was not free, in the first
  /// free slot after it (linear probing).
  private var slots: [UInt32]

  /// Creates a table of `count` symbols. Of several symbols with the same name, the first is found.
  ///
  /// - Parameter name: A closure that returns the offset of a symbol's name in the file.
  /// - Complexity: O(*n*) on average.
  init(count: Int, in file: ELFFile, name: (_ index: Int) -> Int) {
    var size = 16
    while size < 2 * count { size *= 2 }
    slots = [UInt32](repeating: 0, count: size)
    var index = 0
    while index < count {
      let slot = unsafe file.withText(at: name(index)) { unsafe hash($0) & (size - 1) }
      add(index, from: slot)
      index += 1
    }
  }

  /// Stores the index of a symbol in the first free slot. Symbols with the same name are not
  /// compared here: a search finds the one that was added first.
  private mutating func add(_ index: Int, from first: Int) {
    var slot = first
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = UInt32(index + 1)
  }

  /// Returns the index of the first symbol called `wanted`; `nil` if there is none.
  ///
  /// - Parameter name: A closure that returns the offset of a symbol's name in the file.
  /// - Complexity: O(1) on average.
  func index(of wanted: String, in file: ELFFile, name: (_ index: Int) -> Int) -> Int? {
    var wanted = wanted
    return wanted.withUTF8 { text in
      let wanted = UnsafeRawBufferPointer(text)
      var slot = unsafe hash(wanted) & (slots.count - 1)
      while slots[slot] != 0 {
        let index = Int(slots[slot]) - 1
        if unsafe file.withText(at: name(index), { unsafe $0.elementsEqual(wanted) }) {
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
