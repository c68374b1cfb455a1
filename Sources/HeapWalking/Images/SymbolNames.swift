/// A hash table of the names in an ELF file.
///
/// The table contains indices and no text, so it needs only 8 to 16 bytes for each name.
struct SymbolNames {
  /// The indices of the names plus one; 0 in an unused slot. The number of slots is a power of two.
  private var slots: [Int32]

  /// - Parameters:
  ///   - names: For each symbol, the offset of its name in the file.
  /// - Complexity: O(*n*).
  init(of names: some RandomAccessCollection<Int>, in file: ELFFile) {
    var capacity = 16
    while capacity < names.count * 2 { capacity *= 2 }
    slots = [Int32](repeating: 0, count: capacity)
    for (index, name) in names.enumerated() {
      var slot = unsafe file.withText(at: name) { unsafe Self.hash($0) } & (capacity - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (capacity - 1) }
      slots[slot] = Int32(index + 1)
    }
  }

  /// Returns the lowest index of a name; `nil` if the table does not contain it.
  ///
  /// - Parameter offset: A closure that returns the offset in the file of the name with an index.
  /// - Complexity: O(1) on average.
  func index(of name: String, in file: ELFFile, offset: (Int) -> Int) -> Int? {
    var name = name
    return name.withUTF8 { text in
      let text = UnsafeRawBufferPointer(text)
      var slot = unsafe Self.hash(text) & (slots.count - 1)
      while slots[slot] != 0 {
        let index = Int(slots[slot]) - 1
        let isEqual = unsafe file.withText(at: offset(index)) { unsafe $0.elementsEqual(text) }
        if isEqual { return index }
        slot = (slot + 1) & (slots.count - 1)
      }
      return nil
    }
  }

  /// Returns a hash value of a text. Source: the Fowler-Noll-Vo hash function, variant FNV-1a.
  private static func hash(_ text: UnsafeRawBufferPointer) -> Int {
    let start: UInt64 = 0xCBF2_9CE4_8422_2325
    let hash = unsafe text.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return Int(truncatingIfNeeded: hash)
  }
}
